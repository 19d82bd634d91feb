//! The two players, and pairs of values, one for each player.

use std::fmt;
use std::ops::{AddAssign, Index, IndexMut};

/// A player, named after the colour of its birds. Orange moves first (\[R5\]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Color {
    /// The first player; the two-sizes edition calls it Yellow.
    Orange = 0,
    /// The second player.
    Blue = 1,
}

impl Color {
    /// Both players, Orange first.
    pub const ALL: [Color; 2] = [Color::Orange, Color::Blue];

    /// The opponent.
    ///
    /// ```
    /// # use volo_rules::Color;
    /// assert_eq!(Color::Orange.other(), Color::Blue);
    /// ```
    #[inline(always)]
    pub const fn other(self) -> Color {
        match self {
            Color::Orange => Color::Blue,
            Color::Blue => Color::Orange,
        }
    }

    /// `orange` or `blue`.
    ///
    /// ```
    /// # use volo_rules::Color;
    /// assert_eq!((Color::Blue.name(), Color::Blue.to_string()), ("blue", "Blue".to_string()));
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Color::Orange => "orange",
            Color::Blue => "blue",
        }
    }

    /// The letter of this colour in a position's text: `o` or `b`.
    ///
    /// ```
    /// # use volo_rules::Color;
    /// assert_eq!(Color::ALL.map(Color::letter), ['o', 'b']);
    /// ```
    pub const fn letter(self) -> char {
        match self {
            Color::Orange => 'o',
            Color::Blue => 'b',
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::Orange => "Orange",
            Color::Blue => "Blue",
        })
    }
}

/// One value for each player.
///
/// ```
/// # use volo_rules::{ByColor, Color};
/// let mut wins = ByColor::new(3, 5);
/// wins[Color::Blue] += 1;
/// assert_eq!((wins[Color::Orange], wins[Color::Blue]), (3, 6));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByColor<T>([T; 2]);

impl<T> ByColor<T> {
    /// Pairs Orange's value with Blue's.
    pub const fn new(orange: T, blue: T) -> ByColor<T> {
        ByColor([orange, blue])
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, color: Color) -> &T {
        &self.0[color as usize]
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    #[inline(always)]
    fn index_mut(&mut self, color: Color) -> &mut T {
        &mut self.0[color as usize]
    }
}

impl<T: for<'a> AddAssign<&'a T>> AddAssign<&ByColor<T>> for ByColor<T> {
    fn add_assign(&mut self, other: &ByColor<T>) {
        for color in Color::ALL {
            self[color] += &other[color];
        }
    }
}
