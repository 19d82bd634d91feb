//! Spaces, and sets of spaces.

use std::ffi::{c_char, c_int};

use volo_rules::bitboard::Bitboard;
use volo_rules::{Place, Region, Sky, Space};

use crate::border::{input, list, output};
use crate::error::{Failure, volo_error};
use crate::rules::edge as edge_of;
use crate::text::{read_text, text_output};

/// A space: its number, 1 to 255. The number is 16 * row + column. The top row is row 0, and the columns are axial: a
/// step to the east adds 1 to the number, one to the south-east 16, and one to the south-west 15. A sky has some of
/// these spaces.
pub type volo_space = u8;

/// The place of a space in a picture in which the rows of the sky are horizontal. Neighbors in a row are 2 apart, and each
/// row is shifted by 1 from the next. So in a drawing with spaces at the distance 1, the space is at `x / 2` to the right
/// and `y * sqrt(3) / 2` upwards.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct volo_place {
    /// The number of half steps to the right from the first space of the middle row.
    pub x: i32,
    /// The number of rows upwards from the bottom row.
    pub y: i32,
}

/// A set of spaces. Space `s` is a member if bit `s % 64` of `words[s / 64]` is 1.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct volo_set {
    /// The bits of the spaces 0 to 63, 64 to 127, 128 to 191 and 192 to 255. Bit 0 is not a space.
    pub words: [u64; 4],
}

/// A region of a player: the spaces that open paths connect (ruling R15).
#[repr(C)]
#[derive(Clone, Copy)]
pub struct volo_region {
    /// The player's birds in the region. There is at least one.
    pub birds: volo_set,
    /// The vacant spaces of the region.
    pub vacant: volo_set,
}

impl From<Bitboard> for volo_set {
    fn from(set: Bitboard) -> volo_set {
        let mut words = [0; 4];
        for space in set {
            let index = space.index();
            if let Some(word) = words.get_mut(usize::from(index >> 6)) {
                *word |= 1 << (index & 63);
            }
        }
        volo_set { words }
    }
}

impl From<Region> for volo_region {
    fn from(region: Region) -> volo_region {
        volo_region { birds: region.birds.into(), vacant: region.vacant.into() }
    }
}

impl TryFrom<volo_set> for Bitboard {
    type Error = Failure;

    fn try_from(set: volo_set) -> Result<Bitboard, Failure> {
        let [first, ..] = set.words;
        if first & 1 != 0 {
            return Err(Failure::argument("bit 0 of a set is not a space"));
        }
        let has = |index: u8| {
            set.words.get(usize::from(index >> 6)).is_some_and(|word| word >> (index & 63) & 1 == 1)
        };
        Ok((1..=u8::MAX).filter(|&index| has(index)).filter_map(Space::from_index).collect())
    }
}

/// Reads the name of a space, such as "c5": the letter of the row from the bottom, and the number from the left.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_space_parse(
    edge: i32,
    text: *const c_char,
    space: *mut volo_space,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, text = read_text(text, "text"), space = output(space, "space"); {
        let found = edge_of(edge)?.sky().parse_space(text);
        space.write(found.map_err(|error| Failure::notation(text, &error))?.index());
    })
}

/// Writes the name of a space of the sky, which has at most 3 characters.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_space_text(
    edge: i32,
    space: volo_space,
    text: *mut c_char,
    capacity: usize,
    length: *mut usize,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, text = text_output(text, capacity, length); {
        let sky = edge_of(edge)?.sky();
        text.write(sky.name(space_of(sky, space)?));
    })
}

/// Writes the place of a space of the sky in a picture.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_space_place(
    edge: i32,
    space: volo_space,
    place: *mut volo_place,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, place = output(place, "place"); {
        let sky = edge_of(edge)?.sky();
        let Place { x, y } = sky.place(space_of(sky, space)?);
        place.write(volo_place { x: x.into(), y: y.into() });
    })
}

/// Writes the spaces of the sky, row by row from the top. The largest sky has 162.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_spaces(
    edge: i32,
    spaces: *mut volo_space,
    capacity: usize,
    count: *mut usize,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, spaces = list(spaces, capacity, count, "spaces"); {
        let sky = edge_of(edge)?.sky();
        spaces.write((0..sky.rows()).flat_map(|row| sky.row(row)).map(Space::index));
    })
}

/// Writes the neighbors of a space in the sky, clockwise from the east. There are at most 6.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_space_neighbors(
    edge: i32,
    space: volo_space,
    neighbors: *mut volo_space,
    capacity: usize,
    count: *mut usize,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, neighbors = list(neighbors, capacity, count, "neighbors"); {
        let sky = edge_of(edge)?.sky();
        let space = space_of(sky, space)?;
        neighbors.write(sky.neighbors_by_direction(space).map(Space::index));
    })
}

/// Writes the members of a set, in the order of the board: the lowest row first, each row from left to right.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn volo_set_spaces(
    set: *const volo_set,
    spaces: *mut volo_space,
    capacity: usize,
    count: *mut usize,
    error: *mut volo_error,
) -> c_int {
    attempt!(error, set = input(set, "set"), spaces = list(spaces, capacity, count, "spaces"); {
        spaces.write(Bitboard::try_from(set)?.into_iter().map(Space::index));
    })
}

fn space_of(sky: &Sky, number: volo_space) -> Result<Space, Failure> {
    let space = Space::from_index(number).filter(|&space| sky.contains(space));
    space.ok_or_else(|| {
        Failure::argument(format!("{number} is not a space of the sky of edge {}", sky.edge().length()))
    })
}
