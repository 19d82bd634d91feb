// The script of the Worker of an `EngineClient`, with a module of its own.

import "./inline.js";
import "./serve.js";
