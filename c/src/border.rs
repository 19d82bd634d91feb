//! The border between Rust and C: dereferences pointers from the caller, and stops panics.

use std::any::Any;
use std::ffi::{CStr, c_char, c_int};
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::slice;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

use crate::error::{Failure, VOLO_OK, volo_error};

/// Runs the body of an exported function: reads each pointer with a function of this module, or one that calls it, and
/// then runs the block, which ends early with a failure. Returns `VOLO_OK`, or the code of a failure, which is also written
/// to `$error`. A panic is a failure.
macro_rules! attempt {
    ($error:expr, $($name:pat = $read:expr),* ; $body:block) => {{
        let body = || -> Result<(), $crate::error::Failure> {
            // SAFETY: The caller passes pointers that are valid as volo.h says.
            $(let $name = unsafe { $read }?;)*
            $body
            Ok(())
        };
        // SAFETY: The caller passes NULL or a pointer to a `volo_error`, as volo.h says.
        unsafe { $crate::border::guarded($error, body) }
    }};
}

/// Runs the body of an exported function, and reports its failure.
///
/// # Safety
/// `error` is null, or can be written.
pub(crate) unsafe fn guarded(error: *mut volo_error, body: impl FnOnce() -> Result<(), Failure>) -> c_int {
    let result = match catch_unwind(AssertUnwindSafe(body)) {
        Ok(result) => result,
        Err(panic) => Err(Failure::internal(panicked(panic))),
    };
    let Err(failure) = result else { return VOLO_OK };
    let code = failure.code();
    if !error.is_null() && error.is_aligned() {
        // SAFETY: The pointer is not null, so it can be written.
        unsafe { error.write(failure.into()) };
    }
    code
}

fn panicked(panic: Box<dyn Any + Send>) -> String {
    let message = panic.downcast_ref::<&str>().map(ToString::to_string);
    let message = message.or_else(|| panic.downcast_ref::<String>().cloned());
    // The destructor of an unknown value might panic too.
    std::mem::forget(panic);
    message.unwrap_or_default()
}

/// The value of a pointer that must not be NULL. It is copied, because the caller may pass the same pointer for a result.
///
/// # Safety
/// `pointer` is null, or can be read.
#[inline(always)]
pub(crate) unsafe fn input<T: Copy>(pointer: *const T, name: &str) -> Result<T, Failure> {
    usable(pointer, name)?;
    // SAFETY: The pointer is not null, so it can be read.
    Ok(unsafe { pointer.read() })
}

/// A struct of options, which begins with its size, so that later versions can add fields to it. They begin where the struct
/// has ended, and leave no padding: its bytes can have any value.
///
/// # Safety
/// The first field is the size, and zeros are a value of the struct.
pub(crate) unsafe trait Options: Copy {}

macro_rules! options {
    ($($Options:ty),*) => {$(
        const _: () = assert!(std::mem::offset_of!($Options, size) == 0);
        // SAFETY: The size is the first field, and each field is a number, a pointer or an array of numbers.
        unsafe impl $crate::border::Options for $Options {}
    )*};
}

/// More bytes than any version of a struct of options has. A greater size is a mistake, and its bytes are not read.
const MOST_BYTES: usize = 4096;

/// Options that the caller must give. Fields that the caller's version lacks are 0, as in `copy_struct_from_user` of Linux.
///
/// # Safety
/// `pointer` is null, or the size can be read there, and as many bytes as it says.
pub(crate) unsafe fn options<T: Options>(pointer: *const T, name: &str) -> Result<T, Failure> {
    usable(pointer, name)?;
    // SAFETY: Options begin with their size.
    let size = unsafe { pointer.cast::<usize>().read() };
    // A multiple of the alignment divides no pointer. The size of a pointer, a frequent mistake, has no options.
    if size <= size_of::<usize>() || size > MOST_BYTES || !size.is_multiple_of(align_of::<T>()) {
        return Err(Failure::argument(format!("{name}.size must be the size of the struct, not {size}")));
    }
    let (bytes, known) = (pointer.cast::<u8>(), size.min(size_of::<T>()));
    // SAFETY: The caller of this function promises that this number of bytes can be read.
    let unknown = unsafe { slice::from_raw_parts(bytes.add(known), size.saturating_sub(known)) };
    if unknown.iter().any(|&byte| byte != 0) {
        return Err(Failure::argument(format!("{name} has an option that this version does not know")));
    }
    let mut read = MaybeUninit::<T>::zeroed();
    // SAFETY: As above, and `T` has at least as many bytes. Zeros are a value of the fields that were not read.
    unsafe {
        read.as_mut_ptr().cast::<u8>().copy_from_nonoverlapping(bytes, known);
        Ok(read.assume_init())
    }
}

/// Options that are all 0 if the pointer is NULL.
///
/// # Safety
/// Like [`options`].
pub(crate) unsafe fn optional<T: Options>(pointer: *const T, name: &str) -> Result<T, Failure> {
    if pointer.is_null() {
        // SAFETY: Zeros are a value of `T`.
        return Ok(unsafe { MaybeUninit::zeroed().assume_init() });
    }
    // SAFETY: The caller of this function promises what `options` asks for.
    unsafe { options(pointer, name) }
}

/// A handle that this library made. It stays until the end of the call, even if a callback frees it.
///
/// # Safety
/// `handle` is null, or one that this library made and that was not freed.
pub(crate) unsafe fn handle<T: Send + Sync>(handle: *const T, name: &str) -> Result<Arc<T>, Failure> {
    usable(handle, name)?;
    // SAFETY: The pointer is not null, so it comes from `new_handle`, and the caller still owns it.
    unsafe {
        Arc::increment_strong_count(handle);
        Ok(Arc::from_raw(handle))
    }
}

/// Locks a handle for a call. If another call uses it, the error names it as `what`.
pub(crate) fn locked<'a, T>(guarded: &'a Mutex<T>, what: &str) -> Result<MutexGuard<'a, T>, Failure> {
    match guarded.try_lock() {
        Ok(value) => Ok(value),
        Err(TryLockError::Poisoned(value)) => Ok(PoisonError::into_inner(value)),
        Err(TryLockError::WouldBlock) => Err(Failure::busy(what)),
    }
}

/// Makes a handle for the caller, who must free it.
pub(crate) fn new_handle<T: Send + Sync>(value: T) -> *mut T {
    Arc::into_raw(Arc::new(value)).cast_mut()
}

/// Frees a handle. NULL is ignored.
///
/// # Safety
/// `handle` is null, or comes from [`new_handle`] and is not passed again.
pub(crate) unsafe fn free<T: Send + Sync>(handle: *mut T) {
    if !handle.is_null() {
        // A panic while a value is dropped must not reach the caller.
        let _ = catch_unwind(AssertUnwindSafe(|| {
            // SAFETY: The pointer comes from an `Arc`, and the caller no longer owns it.
            drop(unsafe { Arc::from_raw(handle) });
        }));
    }
}

pub(crate) struct Output<T>(*mut T);

impl<T: Copy> Output<T> {
    #[inline]
    pub(crate) fn write(self, value: T) {
        // SAFETY: `output` and `optional_output` made this from a pointer that can be written.
        unsafe { self.0.write(value) };
    }
}

/// The place for a result that the caller must give.
///
/// # Safety
/// `pointer` is null, or can be written until the end of the call.
#[inline(always)]
pub(crate) unsafe fn output<T: Copy>(pointer: *mut T, name: &str) -> Result<Output<T>, Failure> {
    usable(pointer, name)?;
    Ok(Output(pointer))
}

/// The place for a result, or `None` for NULL.
///
/// # Safety
/// `pointer` is null, or can be written until the end of the call.
pub(crate) unsafe fn optional_output<T: Copy>(
    pointer: *mut T,
    name: &str,
) -> Result<Option<Output<T>>, Failure> {
    if pointer.is_null() {
        return Ok(None);
    }
    usable(pointer, name)?;
    Ok(Some(Output(pointer)))
}

pub(crate) struct Outputs<T> {
    first: *mut T,
    capacity: usize,
}

impl<T: Copy> Outputs<T> {
    pub(crate) fn capacity(&self) -> usize {
        self.capacity
    }

    /// Writes an item, if there is such a place.
    #[inline]
    pub(crate) fn put(&mut self, place: usize, item: T) {
        if place < self.capacity {
            // SAFETY: `place` is less than the capacity, and that many items can be written.
            unsafe { self.first.add(place).write(item) };
        }
    }

    /// Writes the first items, as many as there is room for.
    #[inline]
    pub(crate) fn write(self, items: impl IntoIterator<Item = T>) {
        let mut places = self;
        for (place, item) in items.into_iter().take(places.capacity).enumerate() {
            places.put(place, item);
        }
    }

    pub(crate) fn copy(self, items: &[T]) {
        let count = items.len().min(self.capacity);
        // SAFETY: This number of items can be read and written. The places are those of the caller, so they are not in
        // `items`.
        unsafe { self.first.copy_from_nonoverlapping(items.as_ptr(), count) };
    }
}

impl Outputs<u8> {
    /// The first places, as a slice of zeros.
    pub(crate) fn zeroed<'a>(self, count: usize) -> &'a mut [u8] {
        let count = count.min(self.capacity);
        if count == 0 {
            return &mut [];
        }
        // SAFETY: `outputs` made this from places that can be written. They are written first, so the slice has values.
        unsafe {
            self.first.write_bytes(0, count);
            slice::from_raw_parts_mut(self.first, count)
        }
    }
}

/// The places for results. NULL is allowed if the capacity is 0.
///
/// # Safety
/// `first` is null, or `capacity` items can be written there until the end of the call.
#[inline(always)]
pub(crate) unsafe fn outputs<T: Copy>(
    first: *mut T,
    capacity: usize,
    name: &str,
) -> Result<Outputs<T>, Failure> {
    if capacity > 0 {
        usable(first, name)?;
        check_size::<T>(capacity, name)?;
    }
    Ok(Outputs { first, capacity })
}

/// The places for a list whose length the caller does not know.
pub(crate) struct List<T> {
    items: Outputs<T>,
    count: Output<usize>,
}

impl<T: Copy> List<T> {
    /// Writes the first items, as many as there is room for, and the number of all.
    #[inline]
    pub(crate) fn write(self, items: impl IntoIterator<Item = T>) {
        let (mut places, mut number) = (self.items, 0_usize);
        for item in items {
            places.put(number, item);
            number = number.saturating_add(1);
        }
        self.count.write(number);
    }
}

/// The places for a list, and for the number of its items.
///
/// # Safety
/// Like [`outputs`] and [`output`].
pub(crate) unsafe fn list<T: Copy>(
    first: *mut T,
    capacity: usize,
    count: *mut usize,
    name: &str,
) -> Result<List<T>, Failure> {
    // SAFETY: The caller of this function promises what these functions ask for.
    unsafe { Ok(List { items: outputs(first, capacity, name)?, count: output(count, "count")? }) }
}

/// The items of an array. NULL is allowed if there are none.
///
/// # Safety
/// `first` is null, or `count` items can be read there until the end of the call, and nobody writes them meanwhile.
pub(crate) unsafe fn array<'a, T>(first: *const T, count: usize, name: &str) -> Result<&'a [T], Failure> {
    if count == 0 {
        return Ok(&[]);
    }
    usable(first, name)?;
    check_size::<T>(count, name)?;
    // SAFETY: The pointer is not null, is aligned, and the caller promises that the items can be read.
    Ok(unsafe { slice::from_raw_parts(first, count) })
}

/// The bytes of a text that ends with a zero byte.
///
/// # Safety
/// `text` is null, or points to bytes that end with a zero byte, and nobody writes them before the end of the call.
pub(crate) unsafe fn bytes<'a>(text: *const c_char, name: &str) -> Result<&'a [u8], Failure> {
    usable(text, name)?;
    // SAFETY: The pointer is not null, so a zero byte follows.
    Ok(unsafe { CStr::from_ptr(text) }.to_bytes())
}

#[inline(always)]
fn usable<T>(pointer: *const T, name: &str) -> Result<(), Failure> {
    if pointer.is_null() || !pointer.is_aligned() {
        return Err(unusable(pointer.is_null(), name));
    }
    Ok(())
}

#[cold]
fn unusable(is_null: bool, name: &str) -> Failure {
    Failure::argument(format!("{name} is {}", if is_null { "NULL" } else { "not aligned" }))
}

/// Checks that an array is not larger than Rust allows.
#[inline(always)]
fn check_size<T>(count: usize, name: &str) -> Result<(), Failure> {
    match count.checked_mul(size_of::<T>()) {
        Some(bytes) if isize::try_from(bytes).is_ok() => Ok(()),
        _ => Err(too_many(count, name)),
    }
}

#[cold]
fn too_many(count: usize, name: &str) -> Failure {
    Failure::argument(format!("{name} cannot have {count} items"))
}

#[cfg(test)]
#[allow(clippy::panic, reason = "the tests panic on purpose")]
mod tests {
    use std::ffi::CStr;
    use std::ptr;

    use super::*;
    use crate::error::VOLO_ERROR_INTERNAL;

    fn run(body: impl FnOnce() -> Result<(), Failure>) -> (c_int, volo_error) {
        let mut error =
            volo_error { code: 0, ruling: [0; 8], offset: 7, message: [0; 512], reason: [0; 512] };
        // SAFETY: The error can be written.
        let code = unsafe { guarded(&raw mut error, body) };
        (code, error)
    }

    fn message(error: &volo_error) -> String {
        let bytes = error.message.map(|byte| byte as u8);
        CStr::from_bytes_until_nul(&bytes).map_or(String::new(), |text| text.to_string_lossy().into_owned())
    }

    #[test]
    fn a_panic_is_an_error() {
        let (code, error) = run(|| panic!("ouch {}", 7));
        assert_eq!((code, error.code, error.offset), (VOLO_ERROR_INTERNAL, VOLO_ERROR_INTERNAL, -1));
        assert_eq!(message(&error), "fault in the library: ouch 7");
        let (code, error) = run(|| std::panic::panic_any(7));
        assert_eq!((code, message(&error).as_str()), (VOLO_ERROR_INTERNAL, "fault in the library: "));
        // SAFETY: The error may be null.
        assert_eq!(unsafe { guarded(ptr::null_mut(), || panic!("ouch")) }, VOLO_ERROR_INTERNAL);
    }
}
