//! Lines, flights, moves and positions under the symmetries of the sky.
//!
//! The rules depend only on which spaces are neighbors; the nests matter only for the start. So if all
//! positions and moves of a game are transformed by the same symmetry, the result follows the same rules.

use alloc::vec::Vec;

use crate::geometry::bitboard::Bitboard;
use crate::geometry::color::{ByColor, Color};
use crate::geometry::sky::Edge;
use crate::geometry::space::Axis;
use crate::geometry::symmetry::Symmetry;
use crate::position::Position;
use crate::rules::moves::{Flight, Line, Move};

impl Line {
    /// The image of the line, on the sky of this edge. Its first end is its lower end or, in a
    /// row, its left end, as in every line.
    ///
    /// ```
    /// # use volo_rules::{Edge, Line, Symmetry};
    /// let sky = Edge::MIN.sky();
    /// let line = |one, other| Line::between(sky.space(one).unwrap(), sky.space(other).unwrap()).unwrap();
    /// let mirror: Symmetry = "mirror".parse()?;
    /// let image = line("b2", "c3").transform(mirror, sky.edge());
    /// assert_eq!(image, line("b4", "c4"));
    /// # Ok::<(), volo_rules::UnknownName>(())
    /// ```
    #[must_use]
    pub fn transform(self, symmetry: Symmetry, edge: Edge) -> Line {
        let first = symmetry.space(self.first, edge);
        if self.length == 1 {
            return Line::single(first);
        }
        let along = symmetry.direction(self.axis.direction());
        let from = |first, direction| {
            let axis = Axis::ALL.into_iter().find(|axis| axis.direction() == direction)?;
            Some(Line { first, axis, length: self.length })
        };
        let last = symmetry.space(self.space(self.length.saturating_sub(1)), edge);
        // One of two opposite directions is the direction of an axis, so `self` is never returned here.
        from(first, along).or_else(|| from(last, along.opposite())).unwrap_or(self)
    }
}

impl Flight {
    /// The image of the flight, on the sky of this edge.
    ///
    /// The kept region is named by the image of the space that named it before. This space is in the right
    /// region, but need not be the leftmost space of its lowest row, by which the engine names a region.
    /// [`Position::normalize`] changes the name to that space.
    ///
    /// ```
    /// # use volo_rules::{Edge, Move, Symmetry};
    /// let sky = Edge::MIN.sky();
    /// let Ok(Move::Fly(flight)) = Move::parse("b2:c3-E1", sky) else { panic!("not a flight") };
    /// let image = flight.transform("mirror".parse::<Symmetry>()?, sky.edge());
    /// assert_eq!(Move::Fly(image).display(sky).to_string(), "b4:c4-W1");
    /// # Ok::<(), volo_rules::UnknownName>(())
    /// ```
    #[must_use]
    pub fn transform(self, symmetry: Symmetry, edge: Edge) -> Flight {
        Flight {
            line: self.line.transform(symmetry, edge),
            direction: symmetry.direction(self.direction),
            distance: self.distance,
            keep: self.keep.map(|space| symmetry.space(space, edge)),
        }
    }
}

impl Move {
    /// The image of the move, on the sky of this edge. A kept region is named as in
    /// [`Flight::transform`].
    ///
    /// ```
    /// # use volo_rules::{Edge, Move, Symmetry};
    /// let sky = Edge::STANDARD.sky();
    /// let mv = Move::parse("b2:b4-NE3", sky).unwrap();
    /// let mirror: Symmetry = "mirror".parse()?;
    /// assert_eq!(mv.transform(mirror, sky.edge()).display(sky).to_string(), "b5:b7-NW3");
    /// # Ok::<(), volo_rules::UnknownName>(())
    /// ```
    #[must_use]
    pub fn transform(self, symmetry: Symmetry, edge: Edge) -> Move {
        match self {
            Move::Add(space) => Move::Add(symmetry.space(space, edge)),
            Move::Fly(flight) => Move::Fly(flight.transform(symmetry, edge)),
            Move::Pass => Move::Pass,
        }
    }
}

impl Position {
    /// The image of the position. Only the birds move; their colors, the player to move, the passes and
    /// the rule set stay the same.
    ///
    /// If a move is legal in this position, the image of the move is legal in the image of the position.
    /// The position after the image of the move is the image of the position after the move.
    ///
    /// ```
    /// # use volo_rules::{Position, Symmetry};
    /// let start: Position = "2/1o1b1/6/b2o/6/1o1b1/2 o 0 standard-4".parse().unwrap();
    /// let mirror: Symmetry = "mirror".parse()?;
    /// assert_eq!(start.transform(mirror).to_string(), "2/1b1o1/6/o2b/6/1b1o1/2 o 0 standard-4");
    /// # Ok::<(), volo_rules::UnknownName>(())
    /// ```
    #[must_use]
    pub fn transform(&self, symmetry: Symmetry) -> Position {
        Position::assemble(self.rules(), self.images(symmetry), self.turn(), self.passes())
    }

    /// The representative of the twelve images of this position, and a symmetry that maps this position to
    /// the representative.
    ///
    /// All images have the same representative. It is the image with the smallest sets of birds:
    /// Orange's first, then Blue's, each as a number of 256 bits in which the bit of a space is its
    /// [index](crate::Space::index). If several symmetries map this position to it, the first of
    /// them in [`Symmetry::ALL`] is returned. The representative and the symmetry never change between
    /// versions.
    ///
    /// ```
    /// # use volo_rules::{Position, Symmetry};
    /// let position = Position::default();
    /// let (representative, symmetry) = position.canonical();
    /// assert_eq!(position.transform(symmetry), representative);
    /// for other in Symmetry::ALL {
    ///     assert_eq!(position.transform(other).canonical().0, representative);
    /// }
    /// ```
    pub fn canonical(&self) -> (Position, Symmetry) {
        let image = |color, symmetry: Symmetry| number(symmetry.set(self.birds(color), self.rules().edge()));
        let (mut least, mut chosen) = (([u64::MAX; 4], [u64::MAX; 4]), Symmetry::IDENTITY);
        for symmetry in Symmetry::ALL {
            let orange = image(Color::Orange, symmetry);
            // Blue's birds matter only if Orange's are the smallest so far.
            if orange <= least.0 {
                let numbers = (orange, image(Color::Blue, symmetry));
                if numbers < least {
                    (least, chosen) = (numbers, symmetry);
                }
            }
        }
        (self.transform(chosen), chosen)
    }

    /// The moves without those that are the image of an earlier one under a symmetry that maps this position to itself.
    ///
    /// Such moves lead to positions that are images of each other, so an analysis needs only one of them. An illegal move
    /// is not compared with others.
    ///
    /// ```
    /// # use volo_rules::Position;
    /// let start = Position::new("standard-4".parse()?);
    /// let moves = start.legal_moves();
    /// assert_eq!((moves.len(), start.up_to_symmetry(&moves).len()), (9, 2));
    /// # Ok::<(), volo_rules::InvalidRules>(())
    /// ```
    pub fn up_to_symmetry(&self, moves: &[Move]) -> Vec<Move> {
        let birds = self.images(Symmetry::IDENTITY);
        let own: Vec<Symmetry> =
            Symmetry::ALL.into_iter().filter(|&each| self.images(each) == birds).collect();
        // The images of the kept moves, in ascending order.
        let mut images = Vec::new();
        let mut kept = Vec::new();
        for &mv in moves {
            if images.binary_search(&mv).is_ok() {
                continue;
            }
            kept.push(mv);
            for &symmetry in own.iter().filter(|_| own.len() > 1) {
                if let Ok(image) = self.normalize(mv.transform(symmetry, self.rules().edge()))
                    && let Err(place) = images.binary_search(&image)
                {
                    images.insert(place, image);
                }
            }
        }
        kept
    }

    fn images(&self, symmetry: Symmetry) -> ByColor<Bitboard> {
        let of = |color| symmetry.set(self.birds(color), self.rules().edge());
        ByColor::new(of(Color::Orange), of(Color::Blue))
    }
}

/// A set as a number of 256 bits, highest word first, so that the arrays compare as the numbers do.
fn number(Bitboard([a, b, c, d]): Bitboard) -> [u64; 4] {
    [d, c, b, a]
}
