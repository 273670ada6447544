//! An allocator that counts, so that `rainette bench` can say how many allocations a playout makes.
//!
//! What allocates is mimalloc: a server that answers thousands of messages a second spends a tenth less time with it than
//! with the system's own.

use std::alloc::{GlobalAlloc, Layout};
use std::cell::Cell;

use mimalloc::MiMalloc;

thread_local! {
    // A count that threads shared would be what they wait for.
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

/// mimalloc, with a count of its allocations.
pub(crate) struct Counting;

/// The allocations that this thread has made so far.
pub(crate) fn allocations() -> u64 {
    ALLOCATIONS.get()
}

fn count() {
    ALLOCATIONS.set(ALLOCATIONS.get() + 1);
}

// SAFETY: every call is handed to mimalloc unchanged; counting neither allocates nor needs anything to be dropped.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller keeps `alloc`'s contract.
        unsafe { MiMalloc.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller keeps `alloc_zeroed`'s contract.
        unsafe { MiMalloc.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps `dealloc`'s contract, and the block came from mimalloc.
        unsafe { MiMalloc.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        count();
        // SAFETY: the caller keeps `realloc`'s contract, and the block came from mimalloc.
        unsafe { MiMalloc.realloc(block, layout, new_size) }
    }
}
