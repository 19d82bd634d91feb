//! [`Filler`]: proves the positions that a short proof leaves out.

use crate::geometry::color::Color;
use crate::position::Position;
use crate::rules::moves::MoveList;
use crate::solve::claim::Claim;
use crate::solve::key::Keys;
use crate::solve::proof::{MAX_SEARCH_LIMIT, Step, entries};
use crate::solve::question::Question;
use crate::solve::refuge::refuge;
use crate::solve::search::{Budget, ProofSearch};
use crate::solve::table::Table;
use crate::solve::wins::{Prover, Wins};
use crate::support::fallible::Halt;
use crate::support::stop::Stop;

pub(super) struct Filled {
    /// The number of plies in which the player wins; 0 if a win is not claimed.
    pub(super) plies: u32,
    pub(super) nodes: u64,
}

/// Proves positions that a short proof leaves out, each with nothing of the others, so its result depends on it alone.
pub(super) struct Filler<'a> {
    keys: &'a Keys,
    limit: u32,
    search: ProofSearch,
    table: Table,
    moves: MoveList,
}

impl Filler<'_> {
    pub(super) fn new(keys: &Keys, limit: u32) -> Filler<'_> {
        let (search, table, moves) = (ProofSearch::default(), Table::default(), MoveList::new());
        Filler { keys, limit, search, table, moves }
    }

    /// Proves a claim for a position in which its player is to move. `None` if the limit is too small or it is wrong.
    /// The strategy found is checked like one that is written in a proof, so no mistake here makes a wrong claim true.
    pub(super) fn fill(
        &mut self,
        position: &Position,
        player: Color,
        is_win: bool,
        stop: &Stop,
    ) -> Result<Option<Filled>, Halt> {
        let mut budget = Budget::new(u64::from(self.limit), None, stop);
        let strategy = self.strategy(position, player, is_win, &mut budget)?;
        stop.check()?;
        let Some(strategy) = strategy else { return Ok(None) };
        let Some(entries) = entries(position.rules(), is_win, strategy, &mut budget)? else {
            return Ok(None);
        };
        let claim = Claim::new(is_win, player, position.rules(), &entries);
        for index in 0..claim.count {
            stop.check()?;
            let checked = claim.check_entry(index, &mut self.moves, &mut Vec::new());
            debug_assert!(checked.is_ok(), "the search found a wrong strategy for {position}: {checked:?}");
            if checked.is_err() {
                return Ok(None);
            }
        }
        let plies = claim.check_root(position).ok();
        Ok(plies.map(|plies| Filled { plies, nodes: budget.nodes }))
    }

    /// A strategy that proves the claim. `None` if none was found within the budget.
    fn strategy(
        &mut self,
        position: &Position,
        player: Color,
        is_win: bool,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Vec<Step>>, Halt> {
        let attacker = if is_win { player } else { !player };
        let question = Question { keys: self.keys, attacker };
        // The table does not depend on the limit, so that a search with a higher limit begins in the same way.
        self.table.reset(MAX_SEARCH_LIMIT as usize, true)?;
        let found = self.search.run(&question, &question.node(position), &mut self.table, budget)?;
        if found.numbers.phi != 0 {
            return Ok(None);
        }
        let (search, table, moves) = (&mut self.search, &mut self.table, MoveList::new());
        let mut prover = Prover { question, search, table, budget, moves, is_refuted: false };
        if is_win {
            let Some(wins) = Wins::build(&mut prover, position, usize::MAX)? else { return Ok(None) };
            Ok(wins.strategy(&mut prover))
        } else {
            refuge(&mut prover, position, usize::MAX)
        }
    }
}
