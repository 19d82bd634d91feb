//! The two players, and pairs of values, one for each player.

use alloc::string::ToString;
use core::fmt;
use core::ops::{AddAssign, Index, IndexMut, Not};
use core::str::FromStr;

use crate::support::names::{UnknownName, find_name};

/// A player, named after the color of its birds. Orange moves first (\[R5\]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
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

    /// The letter of this color in a position's text: `o` or `b`.
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

impl Not for Color {
    type Output = Color;

    /// The opponent.
    ///
    /// ```
    /// # use volo_rules::Color;
    /// assert_eq!(!Color::Orange, Color::Blue);
    /// ```
    #[inline(always)]
    fn not(self) -> Color {
        match self {
            Color::Orange => Color::Blue,
            Color::Blue => Color::Orange,
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

impl FromStr for Color {
    type Err = UnknownName;

    /// Reads `orange` or `blue`, also with a capital as `to_string` writes it.
    ///
    /// ```
    /// # use volo_rules::Color;
    /// assert_eq!("blue".parse(), Ok(Color::Blue));
    /// assert_eq!(Color::Orange.to_string().parse(), Ok(Color::Orange));
    /// ```
    fn from_str(text: &str) -> Result<Color, UnknownName> {
        let written = Color::ALL.into_iter().find(|color| color.to_string() == text);
        written.map_or_else(|| find_name("color", text, &Color::ALL, Color::name), Ok)
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

    /// The results of a function for both values.
    ///
    /// ```
    /// # use volo_rules::{ByColor, Color, Position};
    /// let start = Position::default();
    /// let birds = ByColor::new(Color::Orange, Color::Blue).map(|color| start.birds(color).len());
    /// assert_eq!(birds, ByColor::new(3, 3));
    /// ```
    pub fn map<U>(self, function: impl FnMut(T) -> U) -> ByColor<U> {
        ByColor(self.0.map(function))
    }

    /// The values of two pairs, together for each player.
    ///
    /// ```
    /// # use volo_rules::ByColor;
    /// let sums = ByColor::new(1, 2).zip(ByColor::new(10, 20)).map(|(one, other)| one + other);
    /// assert_eq!(sums, ByColor::new(11, 22));
    /// ```
    pub fn zip<U>(self, other: ByColor<U>) -> ByColor<(T, U)> {
        let ([orange, blue], [other_orange, other_blue]) = (self.0, other.0);
        ByColor([(orange, other_orange), (blue, other_blue)])
    }

    /// References to both values.
    pub const fn as_ref(&self) -> ByColor<&T> {
        let [orange, blue] = &self.0;
        ByColor([orange, blue])
    }

    /// Orange's value, and then Blue's.
    ///
    /// ```
    /// # use volo_rules::ByColor;
    /// assert_eq!(ByColor::new(3, 5).iter().sum::<i32>(), 8);
    /// ```
    pub fn iter(&self) -> core::slice::Iter<'_, T> {
        self.0.iter()
    }
}

impl<T> IntoIterator for ByColor<T> {
    type Item = T;
    type IntoIter = core::array::IntoIter<T, 2>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a, T> IntoIterator for &'a ByColor<T> {
    type Item = &'a T;
    type IntoIter = core::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
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
