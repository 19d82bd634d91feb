//! A program without the standard library. It brings an allocator and a panic handler, and takes memory and output from
//! the C library. It is compiled with CARGO_PROFILE_DEV_PANIC=abort.
#![no_std]
#![no_main]

extern crate alloc;

use alloc::{boxed::Box, format, string::String};
use core::alloc::{GlobalAlloc, Layout};
use core::ffi::{c_char, c_int, c_void};
use core::panic::PanicInfo;

use volo_rules::playouts::{PlayoutOptions, play_games};
use volo_rules::{InputError, Position, Threads};

#[link(name = "c")]
unsafe extern "C" {
    fn aligned_alloc(align: usize, size: usize) -> *mut c_void;
    fn free(memory: *mut c_void);
    fn puts(text: *const c_char) -> c_int;
    fn abort() -> !;
}

struct Heap;

unsafe impl GlobalAlloc for Heap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let layout = layout.pad_to_align();
        unsafe { aligned_alloc(layout.align(), layout.size()).cast() }
    }

    unsafe fn dealloc(&self, memory: *mut u8, _: Layout) {
        unsafe { free(memory.cast()) }
    }
}

#[global_allocator]
static HEAP: Heap = Heap;

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    unsafe { abort() }
}

// Code for unwinding in the compiled `alloc` refers to these two. Nothing unwinds here.
#[unsafe(no_mangle)]
extern "C" fn rust_eh_personality() {}
#[unsafe(no_mangle)]
extern "C" fn _Unwind_Resume() {}

fn answers() -> Result<String, Box<dyn InputError>> {
    let position: Position = "2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4".parse()?;
    let count = Position::default().perft_on(3, Threads::new(4)).unwrap_or_default();
    let won = position.play(position.parse_move("c5:d6-NW2")?)?.outcome();
    let games = play_games(&PlayoutOptions::new(position, 100).with_seed(1), 4);
    let plies: i32 = games.map_or(0, |games| games.plies.iter().sum());
    let refused = position.parse_move("b2-N1").unwrap_err();
    Ok(format!("perft {count}, {won:?}, {plies} plies in random games, {refused}"))
}

#[unsafe(no_mangle)]
extern "C" fn main() -> c_int {
    let text = answers().unwrap_or_else(|error| format!("{error}")) + "\0";
    unsafe { puts(text.as_ptr().cast()) };
    0
}
