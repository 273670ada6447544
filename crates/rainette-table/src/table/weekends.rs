//! Time as a clock counts it: all of it or, if weekends are off, all but Saturdays and Sundays.
//!
//! A clock without weekends lives in a time of its own that stands still while it is Saturday or Sunday at its offset from
//! UTC, which stays the one with which weekends were first off at the table: nobody's week moves with the season.

use crate::protocol::{ClockKind, Millis};

const MINUTE: Millis = 60_000;
const DAY: Millis = 86_400_000;
const WEEK: Millis = 7 * DAY;
const WORKING_WEEK: Millis = 5 * DAY;

/// The beginning of 1970 was a Thursday: the first Monday is this much later.
const FIRST_MONDAY: Millis = 4 * DAY;

/// Offsets from UTC that there are on Earth, in minutes.
pub(super) const OFFSETS: std::ops::RangeInclusive<i32> = -720..=840;

/// The offset from UTC in minutes by which weekends are off, if they are.
pub(super) fn minutes(kind: ClockKind) -> Option<i32> {
    match kind {
        ClockKind::Days { weekends_off, .. } => weekends_off,
        _ => None,
    }
}

fn offset(kind: ClockKind) -> Option<Millis> {
    minutes(kind).map(|minutes| Millis::from(minutes) * MINUTE)
}

/// How much of the time before this moment counts, from some Monday on.
fn counted(at: Millis, offset: Millis) -> Millis {
    let since_monday = at + offset - FIRST_MONDAY;
    since_monday.div_euclid(WEEK) * WORKING_WEEK + since_monday.rem_euclid(WEEK).min(WORKING_WEEK)
}

/// The first moment before which so much time counts: of a weekend, its beginning.
fn moment(counted: Millis, offset: Millis) -> Millis {
    let week = (counted - 1).div_euclid(WORKING_WEEK);
    week * WEEK + (counted - week * WORKING_WEEK) + FIRST_MONDAY - offset
}

/// How much of the time from one moment to another a clock counts.
pub(super) fn elapsed(kind: ClockKind, from: Millis, to: Millis) -> Millis {
    let to = to.max(from);
    offset(kind).map_or(to - from, |offset| counted(to, offset) - counted(from, offset))
}

/// When a clock that has run since then has counted so much.
pub(super) fn due(kind: ClockKind, from: Millis, left: Millis) -> Millis {
    offset(kind).map_or(from + left, |offset| moment(counted(from, offset) + left, offset))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The 6th of November 2026, a Friday, at midnight UTC.
    const FRIDAY: Millis = 1_793_923_200_000;
    const HOUR: Millis = 3_600_000;

    const fn days(weekends_off: Option<i32>) -> ClockKind {
        ClockKind::Days { days: 3, weekends_off }
    }

    /// A number that looks random, from a place in a sequence.
    fn mix(index: u64) -> u64 {
        let mut x = index.wrapping_add(0x9E37_79B9_7F4A_7C15);
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ (x >> 31)
    }

    /// Is it Saturday or Sunday there? By counting days from a known Thursday, one by one.
    fn is_weekend(at: Millis, minutes: i32) -> bool {
        let day = (at + Millis::from(minutes) * MINUTE).div_euclid(DAY);
        ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][day.rem_euclid(7) as usize].starts_with('S')
    }

    #[test]
    fn saturday_and_sunday_do_not_count_where_the_table_was_opened() {
        let paris = days(Some(60));
        assert_eq!(
            elapsed(paris, FRIDAY, FRIDAY + 3 * DAY),
            24 * HOUR,
            "an hour of Friday is gone, one of Monday is there"
        );
        assert_eq!(elapsed(paris, FRIDAY + 23 * HOUR, FRIDAY + 3 * DAY - HOUR), 0, "the whole weekend");
        assert_eq!(elapsed(days(Some(0)), FRIDAY, FRIDAY + 3 * DAY), 24 * HOUR);
        assert_eq!(
            elapsed(days(Some(-600)), FRIDAY + DAY, FRIDAY + 3 * DAY),
            10 * HOUR,
            "Friday lasts longer in Hawaii"
        );
        assert_eq!(elapsed(days(None), FRIDAY, FRIDAY + 3 * DAY), 72 * HOUR);
    }

    #[test]
    fn time_is_up_on_a_working_day() {
        let noon = FRIDAY + 12 * HOUR;
        assert_eq!(due(days(Some(0)), noon, 3 * DAY), noon + 5 * DAY, "Friday to Wednesday");
        assert_eq!(
            due(days(Some(0)), noon + DAY, DAY),
            FRIDAY + 4 * DAY,
            "whoever is asked on Saturday has all of Monday"
        );
        assert_eq!(
            due(days(Some(0)), noon, 12 * HOUR),
            FRIDAY + DAY,
            "the last moment of a Friday is its end"
        );
        assert_eq!(due(days(None), noon, 3 * DAY), noon + 3 * DAY);
    }

    #[test]
    fn what_counts_is_every_minute_that_is_not_of_a_weekend() {
        for round in 0..60 {
            let minutes = *OFFSETS.start() + (mix(round) % 1_561) as i32;
            let from = FRIDAY + (mix(round + 1_000) % (40 * 1_440)) as Millis * MINUTE;
            let to = from + (mix(round + 2_000) % (30 * 1_440)) as Millis * MINUTE;
            let mut at = from;
            let mut counted = 0;
            while at < to {
                counted += if is_weekend(at, minutes) { 0 } else { MINUTE };
                at += MINUTE;
            }
            assert_eq!(elapsed(days(Some(minutes)), from, to), counted, "{from} to {to} at {minutes}");
        }
    }

    #[test]
    fn a_clock_has_counted_all_at_the_moment_when_it_is_due_and_not_before() {
        for round in 0..5_000 {
            let kind = days(Some(*OFFSETS.start() + (mix(round) % 1_561) as i32));
            let from = FRIDAY - (mix(round + 1_000) % (4_000 * DAY as u64)) as Millis;
            let left = 1 + (mix(round + 2_000) % (30 * DAY as u64)) as Millis;
            let until = due(kind, from, left);
            assert_eq!(elapsed(kind, from, until), left);
            assert_eq!(elapsed(kind, from, until - 1), left - 1, "not a millisecond earlier");
            // Charged in parts or at once, it is the same.
            let between = from + (mix(round + 3_000) % ((until - from) as u64 + 1)) as Millis;
            let first = elapsed(kind, from, between);
            assert_eq!(first + elapsed(kind, between, until), left);
            assert_eq!(due(kind, between, left - first), until);
        }
    }

    #[test]
    fn what_lies_in_the_future_has_not_been_counted() {
        for kind in [days(None), days(Some(60))] {
            assert_eq!(elapsed(kind, FRIDAY, FRIDAY - 1), 0);
        }
    }
}
