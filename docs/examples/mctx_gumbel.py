"""Learn the smallest sky by self-play with Gumbel MuZero (Danihelka et al. 2022) of mctx.

`python mctx_gumbel.py --steps 20` plays games against itself, trains a network on them, and prints the rating of the
network with a short search. It needs JAX and mctx, and `elo.py` in the same folder.
"""

from __future__ import annotations

import argparse
import time
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import mctx
import numpy as np
from elo import searching, shown
from jax.example_libraries import optimizers

import volo

GAME = volo.ArrayGame("standard-4")
SIZE = GAME.action_space.size
PLANES = len(volo.Decision.PLANES)
IMAGES = [GAME.action_space.transform(symmetry) for symmetry in volo.SYMMETRIES]
# Birds in hand are up to 60, and the other planes are at most 2.
SCALE = np.array([60.0 if "hand" in name else 1.0 for name in volo.Decision.PLANES], np.float32)[:, None, None]
GAMES = 200
DECISIONS = 12
SIMULATIONS = 8


def new_network(random: np.random.Generator, width: int = 256) -> Any:
    """Return the weights of two hidden layers, of the policy and of the value."""
    sizes = [(PLANES * 7 * 7, width, 1.4), (width, width, 1.4), (width, SIZE, 0.1), (width, 1, 0.1)]
    return [
        (jnp.asarray(random.normal(0, scale / before**0.5, (before, after)), jnp.float32), jnp.zeros(after))
        for before, after, scale in sizes
    ]


def network(params: Any, planes: Any) -> tuple[Any, Any]:
    """Return a logit for each action, and the expected result for the player to act."""
    *layers, policy, value = params
    hidden = (planes / SCALE).reshape(len(planes), -1)
    for weights, bias in layers:
        hidden = jax.nn.relu(hidden @ weights + bias)
    return hidden @ policy[0] + policy[1], jnp.tanh(hidden @ value[0] + value[1])[:, 0]


def observe(states: Any) -> Any:
    """Return the planes of each state, inside a function that JAX compiles."""
    planes = jax.ShapeDtypeStruct((len(states), PLANES, 7, 7), jnp.uint8)
    return jax.pure_callback(GAME.observe, planes, states)


def step(states: Any, actions: Any) -> Any:
    """Play an action in each state, inside a function that JAX compiles."""
    n = len(states)
    shapes = (
        jax.ShapeDtypeStruct((n, GAME.words), jnp.uint32),
        jax.ShapeDtypeStruct((n,), jnp.int8),
        jax.ShapeDtypeStruct((n,), jnp.float32),
        jax.ShapeDtypeStruct((n,), jnp.bool_),
        jax.ShapeDtypeStruct((n, SIZE), jnp.bool_),
    )
    return jax.pure_callback(GAME.step, shapes, states, actions)


def discounts(acted: Any, player: Any, ended: Any) -> Any:
    """Return what turns the value for the next player into one for the player who acted.

    After a flight that divides the opponent, the same player acts again.
    """
    return np.float32(1) * ~ended * (1 - 2 * (player != acted))


def recurrent(params: Any, _key: Any, actions: Any, states: Any) -> Any:
    """Play an action in each leaf of the search, and judge what comes of it."""
    after, player, rewards, ended, masks = step(states, actions)
    logits, values = network(params, observe(after))
    return mctx.RecurrentFnOutput(
        reward=rewards,
        discount=discounts(states[:, -1] & 1, player, ended),
        prior_logits=jnp.where(masks, logits, jnp.finfo(jnp.float32).min),
        value=values,
    ), after


@jax.jit
def search(params: Any, key: Any, states: Any, masks: Any, noise: float) -> tuple[Any, Any, Any]:
    """Search from each state. Return the best action, the shares of all actions, and the value."""
    logits, values = network(params, observe(states))
    root = mctx.RootFnOutput(prior_logits=logits, value=values, embedding=states)
    output = mctx.gumbel_muzero_policy(
        params, key, root, recurrent, SIMULATIONS, ~masks, max_num_considered_actions=4, gumbel_scale=noise
    )
    return output.action, output.action_weights, output.search_tree.summary().value


def self_play(params: Any, key: Any, states: Any, masks: Any) -> tuple[Any, Any, list[Any]]:
    """Play some decisions of all games. A game that ends begins again. Return the last states, and the examples."""
    start = GAME.initial(1)
    start_mask, played = GAME.legal_mask(start), []
    for to_search in jax.random.split(key, DECISIONS):
        actions, shares, values = map(np.asarray, search(params, to_search, states, masks, 1.0))
        after, player, rewards, ended, legal = GAME.step(states, actions)
        played.append((states, shares, values, rewards, discounts(states[:, -1] & 1, player, ended)))
        states, masks = np.where(ended[:, None], start, after), np.where(ended[:, None], start_mask, legal)
    # The result of a decision: that of the game, or else the value that the search gave the last decision.
    examples, result = [], played[-1][2]
    for before, shares, _, rewards, discount in reversed(played[:-1]):
        result = rewards + discount * result
        examples.append((before, shares, result))
    return states, masks, [np.concatenate(parts) for parts in zip(*examples, strict=True)]


@jax.jit
def gradient(params: Any, planes: Any, shares: Any, results: Any) -> Any:
    """Return how to change the weights towards what the search preferred and towards the results."""

    def loss(params: Any) -> Any:
        logits, values = network(params, planes)
        return jnp.mean((values - results) ** 2 - jnp.sum(shares * jax.nn.log_softmax(logits), axis=1))

    return jax.grad(loss)(params)


def best_action(params: Any, key: Any, turn: volo.Decision) -> int:
    """Return the best action of a short search."""
    states = GAME.states([turn])
    return int(search(params, key, states, GAME.legal_mask(states), 0.0)[0][0])


def main() -> None:
    """Train for a number of steps, and print the rating before, in between and after."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    random, key, begin = np.random.default_rng(given.seed), jax.random.key(given.seed), time.monotonic()
    initialize, update, params_of = optimizers.adam(1e-3)
    optimizer, update = initialize(new_network(random)), jax.jit(update)
    states = GAME.initial(GAMES)
    masks = GAME.legal_mask(states)
    kept: list[list[Any]] = []
    for number in range(given.steps + 1):
        key, to_play = jax.random.split(key)
        params = params_of(optimizer)
        if number in {0, given.steps // 2, given.steps}:
            minutes = (time.monotonic() - begin) / 60
            rating = shown(searching(partial(best_action, params, key), "search"), pairs=10)
            print(f"{minutes:5.1f} min  step {number:3}  {rating}", flush=True)
            if number == given.steps:
                break
        states, masks, examples = self_play(params, to_play, states, masks)
        kept = [*kept[-7:], examples]
        seen, shares, results = (np.concatenate(parts) for parts in zip(*kept, strict=True))
        for count in range(24):
            rows, side = random.integers(len(seen), size=512), int(random.integers(12))
            turned = np.empty((512, SIZE), np.float32)
            turned[:, IMAGES[side]] = shares[rows]
            planes = GAME.observe(seen[rows], symmetry=volo.SYMMETRIES[side])
            change = gradient(params_of(optimizer), planes, turned, results[rows])
            optimizer = update(24 * number + count, change, optimizer)


if __name__ == "__main__":
    main()
