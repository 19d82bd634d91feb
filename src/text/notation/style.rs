//! The characters that boards are drawn with.

use crate::geometry::color::Color;

/// The set of characters that a board is drawn with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BoardStyle {
    /// `o` for a bird of Orange, `b` for one of Blue, `.` for a vacant space.
    #[default]
    Ascii,
    /// `●` for a bird of Orange, `○` for one of Blue, `·` for a vacant space.
    Unicode,
}

impl BoardStyle {
    /// Both styles.
    pub const ALL: [BoardStyle; 2] = [BoardStyle::Ascii, BoardStyle::Unicode];

    const fn glyphs(self) -> [char; 3] {
        match self {
            BoardStyle::Ascii => ['.', 'o', 'b'],
            BoardStyle::Unicode => ['·', '●', '○'],
        }
    }

    /// The character for a space with this bird; `None` is for a vacant space.
    pub(super) const fn glyph(self, bird: Option<Color>) -> char {
        let [vacant, orange, blue] = self.glyphs();
        match bird {
            None => vacant,
            Some(Color::Orange) => orange,
            Some(Color::Blue) => blue,
        }
    }

    /// The bird that this character means, or `Some(None)` for a vacant space. `None` if the style does not
    /// use the character.
    pub(super) fn read(self, glyph: char) -> Option<Option<Color>> {
        [None, Some(Color::Orange), Some(Color::Blue)].into_iter().find(|&bird| self.glyph(bird) == glyph)
    }
}
