"""Learn the smallest sky by self-play with Gumbel MuZero (Danihelka et al. 2022) of mctx.

`python mctx_gumbel.py --steps 40` plays games against itself, trains a network on them, and prints how often the
network with a short search beats an opponent that plays at random. It needs JAX and mctx.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import jax
import jax.numpy as jnp
import mctx
import numpy as np
from jax.example_libraries import optimizers

import volo

GAME = volo.ArrayGame("standard-4")
SIZE = GAME.action_space.size
PLANES = len(volo.Decision.PLANES)
IMAGES = [GAME.action_space.transform(symmetry) for symmetry in volo.SYMMETRIES]
# Birds in hand are up to 60, and the other planes are at most 2.
SCALE = np.array([60.0 if "hand" in name else 1.0 for name in volo.Decision.PLANES], np.float32)[:, None, None]
GAMES = 64
DECISIONS = 24
MOST_DECISIONS = 120
ILLEGAL = jnp.finfo(jnp.float32).min


def new_network(random: np.random.Generator, width: int = 256) -> Any:
    """Return the weights of two hidden layers, of the policy and of the value."""
    inputs = PLANES * 7 * 7

    def layer(before: int, after: int, scale: float = 1.0) -> tuple[Any, Any]:
        return jnp.asarray(random.normal(0, scale / before**0.5, (before, after)), jnp.float32), jnp.zeros(after)

    return {
        "hidden": [layer(inputs, width, 1.4), layer(width, width, 1.4)],
        "policy": layer(width, SIZE, 0.1),
        "value": layer(width, 1, 0.1),
    }


def network(params: Any, planes: Any) -> tuple[Any, Any]:
    """Return a logit for each action, and the expected result for the player to act."""
    hidden = (planes / SCALE).reshape(len(planes), -1)
    for weights, bias in params["hidden"]:
        hidden = jax.nn.relu(hidden @ weights + bias)
    logits, value = (hidden @ params[name][0] + params[name][1] for name in ("policy", "value"))
    return logits, jnp.tanh(value[:, 0])


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


def observe(states: Any) -> Any:
    """Return the planes of each state."""
    planes = jax.ShapeDtypeStruct((len(states), PLANES, 7, 7), jnp.uint8)
    return jax.pure_callback(GAME.observe, planes, states)


def recurrent(params: Any, _key: Any, actions: Any, states: Any) -> Any:
    """Play an action in each leaf of the search, and judge what comes of it."""
    acted = states[:, -1] & 1
    states, player, rewards, ended, masks = step(states, actions)
    logits, values = network(params, observe(states))
    # The same player acts again after a flight that divides the opponent.
    discount = jnp.where(ended, 0.0, jnp.where(player == acted, 1.0, -1.0))
    logits = jnp.where(masks, logits, ILLEGAL)
    return mctx.RecurrentFnOutput(reward=rewards, discount=discount, prior_logits=logits, value=values), states


def search(params: Any, key: Any, states: Any, masks: Any, simulations: int, noise: float) -> Any:
    """Search from each state."""
    logits, values = network(params, observe(states))
    root = mctx.RootFnOutput(prior_logits=logits, value=values, embedding=states)
    return mctx.gumbel_muzero_policy(
        params, key, root, recurrent, simulations, ~masks, max_num_considered_actions=8, gumbel_scale=noise
    )


@jax.jit
def self_play(params: Any, key: Any, states: Any, masks: Any) -> Any:
    """Play some decisions of all games. A game that ends begins again. Return the last states and the examples."""
    start = GAME.initial(1)
    start_mask = GAME.legal_mask(start)

    def play(carry: Any, key: Any) -> Any:
        states, masks = carry
        output = search(params, key, states, masks, 16, 1.0)
        acted = states[:, -1] & 1
        after, player, rewards, ended, legal = step(states, output.action)
        discount = jnp.where(ended, 0.0, jnp.where(player == acted, 1.0, -1.0))
        example = (states, output.action_weights, output.search_tree.summary().value, rewards, discount)
        return (jnp.where(ended[:, None], start, after), jnp.where(ended[:, None], start_mask, legal)), example

    carry, examples = jax.lax.scan(play, (states, masks), jax.random.split(key, DECISIONS))
    states, weights, values, rewards, discount = examples

    def back(value: Any, at: Any) -> Any:
        reward, discount = at
        value = reward + discount * value
        return value, value

    # The result of each decision: that of the game, or the value that the search gave the last decision.
    _, results = jax.lax.scan(back, values[-1], (rewards[:-1], discount[:-1]), reverse=True)
    return carry, (states[:-1], weights[:-1], results)


def loss(params: Any, planes: Any, weights: Any, results: Any) -> Any:
    """Return how far the network is from what the search preferred and from the results."""
    logits, values = network(params, planes)
    policy = -jnp.sum(weights * jax.nn.log_softmax(logits), axis=1)
    return jnp.mean(policy + (values - results) ** 2)


def score_against_random(params: Any, key: Any, random: np.random.Generator, games: int = 200) -> float:
    """Return the share of games that the network wins against a random player, with each color in half of them."""
    states, score = GAME.initial(games), np.full(games, 0.5)
    masks, player, ended = GAME.legal_mask(states), np.zeros(games, np.int8), np.zeros(games, bool)
    ours = np.arange(games) % 2
    for to_search in jax.random.split(key, MOST_DECISIONS):
        best = np.asarray(search_best(params, to_search, states, masks))
        drawn = (random.random(masks.shape) * masks).argmax(axis=1)
        acted = player
        states, player, rewards, ended, masks = GAME.step(states, np.where(acted == ours, best, drawn))
        score += np.where(acted == ours, rewards, -rewards) / 2
        if ended.all():
            break
    return float(score.mean())


@jax.jit
def search_best(params: Any, key: Any, states: Any, masks: Any) -> Any:
    """Return the best action of a short search from each state, without noise."""
    return search(params, key, states, masks, 8, 0.0).action


def main() -> None:
    """Train for a number of steps, and print the score before, in between and after."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    random, key, begin = np.random.default_rng(given.seed), jax.random.key(given.seed), time.monotonic()
    initialize, update, params_of = optimizers.adam(1e-3)
    optimizer = initialize(new_network(random))
    gradient = jax.jit(jax.grad(loss))
    apply = jax.jit(update)
    states = jnp.asarray(GAME.initial(GAMES))
    carry = (states, jnp.asarray(GAME.legal_mask(states)))
    kept: list[Any] = []
    count = 0
    for number in range(given.steps + 1):
        key, to_play, to_score = jax.random.split(key, 3)
        if number in {0, given.steps // 2, given.steps}:
            score = score_against_random(params_of(optimizer), to_score, random)
            minutes = (time.monotonic() - begin) / 60
            print(f"{minutes:5.1f} min  step {number:3}  {score:4.0%} of 200 games against a random player", flush=True)
        carry, examples = self_play(params_of(optimizer), to_play, *carry)
        kept = [*kept[-7:], [np.asarray(part).reshape(-1, *part.shape[2:]) for part in examples]]
        seen, weights, results = (np.concatenate(parts) for parts in zip(*kept, strict=True))
        for _ in range(24):
            rows, side = random.integers(len(seen), size=512), int(random.integers(12))
            turned = np.empty((512, SIZE), np.float32)
            turned[:, IMAGES[side]] = weights[rows]
            planes = GAME.observe(seen[rows], symmetry=volo.SYMMETRIES[side])
            optimizer = apply(count, gradient(params_of(optimizer), planes, turned, results[rows]), optimizer)
            count += 1


if __name__ == "__main__":
    main()
