//! What went wrong in a world, to see that it is bad enough.

/// Counts, and how those of several worlds add up.
macro_rules! troubles {
    ($($name:ident),* $(,)?) => {
        /// How often each of these happened.
        #[derive(Clone, Default, PartialEq, Eq, Debug)]
        pub(crate) struct Troubles {
            $(pub(crate) $name: u32,)*
        }

        impl Troubles {
            pub(crate) fn add(&mut self, other: &Self) {
                $(self.$name += other.$name;)*
            }
        }
    };
}

troubles! {
    crashes,
    forgotten,
    torn,
    kept_unanswered,
    refused_writes,
    lost,
    doubled,
    reordered,
    acknowledged,
    repeated,
    undone,
    sat_in,
    missed,
    warned,
    chosen,
    finished,
    run_out,
    stood_still,
    races_lost,
    rivals_won,
    rivals_lost,
    news_lost,
    caught_up,
    all_dark,
    stalled,
    slow,
    refused_for_now,
    arranged,
    swapped,
    agreed,
    filled,
    emptied,
    unready,
    coloured,
    lots,
    came_in,
}
