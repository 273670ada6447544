//! All attacks, in the order in which they are made.

use super::{
    Attack, acting, addresses, analyses, assets, calm, chat, clocked_tables, commits, compressed_bodies,
    disconnects, figures, frames, giant_frames, giant_headers, guesses, heavy_tables, hellos, joins,
    json_bombs, largest_answer, lobby, many_sockets, odd_paths, other_sites, pipelining, public_list,
    rematches, seekers, shown_records, sit_in, slow_bodies, slow_headers, stacked_openings, stored_openings,
    thinkers_left, thinkers_watched, two_servers, undo, unread_replays, unread_sockets, why_not,
};

pub(super) static ATTACKS: &[Attack] = &[
    calm::ATTACK,
    // Memory.
    stacked_openings::ATTACK,
    largest_answer::ATTACK,
    unread_replays::ATTACK,
    unread_sockets::ATTACK,
    clocked_tables::ATTACK,
    heavy_tables::ATTACK,
    giant_frames::ATTACK,
    giant_headers::ATTACK,
    json_bombs::ATTACK,
    compressed_bodies::ATTACK,
    addresses::MANY,
    figures::ATTACK,
    // Disk.
    stored_openings::ATTACK,
    chat::ATTACK,
    commits::ATTACK,
    undo::ATTACK,
    joins::ATTACK,
    lobby::ATTACK,
    rematches::ATTACK,
    two_servers::ATTACK,
    // Time to think and to compute.
    thinkers_left::ATTACK,
    thinkers_watched::ATTACK,
    analyses::ATTACK,
    shown_records::ATTACK,
    acting::ATTACK,
    why_not::ATTACK,
    // Bandwidth.
    hellos::ATTACK,
    assets::ATTACK,
    frames::BINARY,
    frames::PINGS,
    // Connections.
    slow_headers::ATTACK,
    slow_bodies::ATTACK,
    many_sockets::SOCKETS,
    many_sockets::WAITING,
    pipelining::ATTACK,
    disconnects::REQUESTS,
    disconnects::SOCKETS,
    // Who is who, and what is whose.
    addresses::FORGED,
    addresses::BEHIND_PROXY,
    addresses::MAPPED,
    guesses::TOKENS,
    guesses::CODES,
    other_sites::ATTACK,
    odd_paths::ATTACK,
    public_list::ATTACK,
    seekers::ATTACK,
    sit_in::ATTACK,
];
