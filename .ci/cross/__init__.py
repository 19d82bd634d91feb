"""`make cross`: build volo for other architectures and systems, and run it there, mostly under emulation."""
