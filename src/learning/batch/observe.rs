//! [`Batch::observe`]: the games as planes of numbers.

use crate::geometry::sky::Edge;
use crate::learning::batch::Batch;
use crate::learning::batch::buffers::GAMES_AT_A_TIME;
use crate::learning::batch::error::{BatchError, check_length};
use crate::learning::decision::{DECISION_PLANES, Decision};
use crate::learning::observation::{PLANES, View, ViewError};
use crate::support::setters::setters;
use crate::support::stop::Threads;
use crate::support::threads::try_share_out;

/// The planes that [`Batch::observe_into`] writes for each game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Observed {
    /// The size of the planes, the player who observes, and a symmetry.
    pub view: View,
    /// Whether to write [`DECISION_PLANES`] in place of [`PLANES`].
    pub chosen: bool,
    /// Whether to write the last turn of a game that the last step reset, instead of the new start.
    pub before_reset: bool,
}

impl Observed {
    /// [`PLANES`] of the current turn, in this view.
    pub const fn new(view: View) -> Observed {
        Observed { view, chosen: false, before_reset: false }
    }

    setters! {
        with_chosen(chosen: bool);
        with_before_reset(before_reset: bool);
    }

    /// The number of planes of a game.
    pub const fn planes(self) -> usize {
        if self.chosen { DECISION_PLANES.len() } else { PLANES.len() }
    }

    pub(crate) fn write<T: Copy + From<u8>>(
        self,
        turn: &Decision,
        planes: &mut [T],
    ) -> Result<(), ViewError> {
        match self.chosen {
            true => turn.observe_into(self.view, planes),
            false => turn.position().observe_into(self.view, planes),
        }
    }
}

impl Batch {
    /// Writes the planes of each position, in the format of
    /// [`Position::observe`](crate::Position::observe), in the order of the games.
    ///
    /// # Errors
    /// If the length of `planes` is not the number of games times
    /// [`OBSERVATION_LEN`](crate::learning::OBSERVATION_LEN), or if the call was stopped. In the second case some of
    /// the planes may have been written.
    ///
    /// # Examples
    ///
    /// ```
    /// # use volo_rules::{Position, Threads};
    /// # use volo_rules::learning::{Batch, OBSERVATION_LEN};
    /// let batch = Batch::new(vec![Position::default(); 3])?;
    /// let mut planes = vec![0; 3 * OBSERVATION_LEN];
    /// batch.observe(&mut planes, Threads::new(2))?;
    /// assert_eq!(planes[..OBSERVATION_LEN], planes[2 * OBSERVATION_LEN..]);
    /// # Ok::<(), volo_rules::learning::BatchError>(())
    /// ```
    pub fn observe(&self, planes: &mut [u8], threads: Threads<'_>) -> Result<(), BatchError> {
        self.observe_into(Observed::new(View::of(Edge::MAX)), planes, threads)
    }

    /// Like [`Batch::observe`], but with a view, and with numbers of any type.
    ///
    /// # Errors
    /// If a plane of the view is too small for the sky of a game, the length of `planes` is not the number of
    /// games times that of the planes of a game, or the call was stopped. In the last case some of the planes may
    /// have been written.
    ///
    /// # Examples
    ///
    /// ```
    /// # use volo_rules::{Color, Edge, Position, Threads};
    /// # use volo_rules::learning::{Batch, Observed, View};
    /// let batch = Batch::new(vec![Position::new("standard-4".parse()?); 3])?;
    /// let observed = Observed::new(View::of(Edge::MIN).with_player(Color::Blue)).with_chosen(true);
    /// let mut planes = vec![0_f32; 3 * observed.planes() * 7 * 7];
    /// batch.observe_into(observed, &mut planes, Threads::new(1))?;
    /// assert_eq!(planes[..7 * 7].iter().sum::<f32>(), 30.0); // the spaces of the sky
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn observe_into<T: Copy + From<u8> + Send>(
        &self,
        observed: Observed,
        planes: &mut [T],
        threads: Threads<'_>,
    ) -> Result<(), BatchError> {
        let Observed { view, before_reset, .. } = observed;
        for (index, game) in self.games.now.iter().enumerate() {
            view.check(game.position().sky()).map_err(|error| BatchError::View { index, error })?;
        }
        let length = view.numbers(observed.planes());
        check_length(planes.len(), length.saturating_mul(self.len()))?;
        if self.is_empty() {
            return Ok(()); // The side of the planes may be 0.
        }
        let last = if before_reset { self.last.now.as_slice() } else { &[] };
        let planes = planes.chunks_mut(length.saturating_mul(GAMES_AT_A_TIME));
        let parts = self.games.now.chunks(GAMES_AT_A_TIME).zip(planes).enumerate();
        try_share_out(
            threads,
            parts,
            || Ok(()),
            |(), (part, (games, planes))| {
                let first = part.saturating_mul(GAMES_AT_A_TIME);
                for ((index, game), planes) in (first..).zip(games).zip(planes.chunks_mut(length)) {
                    let turn = last.get(index).and_then(Option::as_ref).unwrap_or(&game.turn);
                    observed.write(turn, planes).map_err(|error| BatchError::View { index, error })?;
                }
                Ok(())
            },
        )
    }
}
