//! The engine.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use js_sys::{Array, Function, Object, Uint32Array};
use volo_rules::engine::{Engine, EngineOptions, Info, Level, Limit, Request};
use volo_rules::{Position, Stop};
use wasm_bindgen::prelude::*;

use crate::error::volo_error;
use crate::{POSITION, Result, position_of, taken};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
import type { Info } from "./engine.js";
export type EngineInfo = Omit<Info, "pv"> & { pv: Uint32Array };
"#;

/// The milliseconds between two calls of a function `stop`.
const BETWEEN_CALLS: f64 = 4.0;

/// A time that no search reaches. A search with a limit of time reads its clock, which also asks whether to stop.
const NO_TIME: Duration = Duration::MAX;

thread_local! {
    /// The engines that are not searching, with the numbers that JavaScript gave them. The one that searched last is the
    /// last. An engine is made at its first search, so a new instance of the module, which has none, makes it again; only
    /// the stored results are lost.
    static ENGINES: RefCell<Vec<(u32, Engine)>> = const { RefCell::new(Vec::new()) };

    /// What the search that is running has to watch.
    static WATCH: RefCell<Option<Rc<Watch>>> = const { RefCell::new(None) };
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn milliseconds() -> f64;
}

/// A function of JavaScript that can stop a search.
struct Watch {
    ask: Option<Function>,
    next_call: Cell<f64>,
    stop: Stop,
    thrown: RefCell<Option<JsValue>>,
}

impl Watch {
    fn throw(&self, error: JsValue) {
        self.stop.set();
        self.thrown.borrow_mut().get_or_insert(error);
    }

    /// Calls the function if the last call is long enough ago.
    fn look(&self, now: f64) {
        let Some(ask) = &self.ask else { return };
        if now < self.next_call.get() || self.stop.is_set() {
            return;
        }
        self.next_call.set(now + BETWEEN_CALLS);
        match ask.call0(&JsValue::UNDEFINED) {
            Ok(answer) if answer.is_truthy() => self.stop.set(),
            Ok(_) => {}
            Err(error) => self.throw(error),
        }
    }
}

/// The clock of the engine. It is read every 64 positions.
fn now() -> Duration {
    let now = milliseconds();
    let watch = WATCH.with_borrow(Clone::clone);
    if let Some(watch) = watch {
        watch.look(now);
    }
    Duration::try_from_secs_f64(now / 1000.0).unwrap_or_default()
}

/// The results of a search for the best moves, the best one first. It ends when `stop` returns `true`. `report` gets the
/// results after each depth.
#[wasm_bindgen(unchecked_return_type = "Array<EngineInfo>")]
#[allow(clippy::too_many_arguments)] // each is an option of the functions of JavaScript
pub fn search(
    engine: u32,
    hash_mb: u32,
    seed: u64,
    level: u8,
    position: &[u64],
    earlier: &[u64],
    milliseconds: Option<f64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    lines: u32,
    #[wasm_bindgen(unchecked_param_type = "(() => boolean) | undefined")] stop: Option<Function>,
    #[wasm_bindgen(unchecked_param_type = "((infos: Array<EngineInfo>) => void) | undefined")] report: Option<
        Function,
    >,
) -> Result<Array> {
    let position = position_of(position)?;
    let earlier = earlier.chunks(POSITION).map(position_of).collect::<Result<Vec<Position>>>()?;
    let time =
        milliseconds.map_or(NO_TIME, |time| Duration::try_from_secs_f64(time / 1000.0).unwrap_or(NO_TIME));
    let mut limit = Limit::time(time);
    limit.nodes = nodes;
    limit.depth = depth;
    let request = Request::new(&position, limit).with_earlier(&earlier).with_lines(lines as usize);

    let mut searching = match ENGINES.with_borrow_mut(|engines| taken(engines, engine)) {
        Some(engine) => engine,
        None => make(hash_mb, seed, level)?,
    };
    let watch = Rc::new(Watch {
        ask: stop,
        next_call: Cell::new(0.0),
        stop: Stop::new(),
        thrown: RefCell::new(None),
    });
    // `stop` and `report` may search with another engine.
    let outer = WATCH.replace(Some(Rc::clone(&watch)));
    let infos = searching.search_with(&request.until(&watch.stop), |infos| {
        let Some(report) = &report else { return };
        if let Err(error) = report.call1(&JsValue::UNDEFINED, &values(infos)) {
            watch.throw(error);
        }
    });
    WATCH.set(outer);
    ENGINES.with_borrow_mut(|engines| engines.push((engine, searching)));
    match watch.thrown.take() {
        Some(error) => Err(error),
        None => Ok(values(&infos)),
    }
}

/// Frees the memory of an engine.
#[wasm_bindgen(js_name = freeEngine)]
pub fn free_engine(engine: u32) {
    ENGINES.with_borrow_mut(|engines| taken(engines, engine));
}

/// Makes an engine. Where memory is too small for its table, the engines that searched longest ago lose theirs: a loop
/// that makes engines gives JavaScript no time to collect those that it no longer uses.
fn make(hash_mb: u32, seed: u64, level: u8) -> Result<Engine> {
    let level = Level::new(level).unwrap_or_default();
    let bytes = (hash_mb as usize).saturating_mul(1 << 20);
    let options =
        EngineOptions::default().with_table_bytes(bytes).with_seed(seed).with_level(level).with_now(now);
    loop {
        match Engine::new(options) {
            Ok(engine) => return Ok(engine),
            Err(error) if ENGINES.with_borrow(Vec::is_empty) => return Err(volo_error(&error.to_string())),
            Err(_) => drop(ENGINES.with_borrow_mut(|engines| engines.remove(0))),
        }
    }
}

/// The results as objects, which are those of `ts/engine.ts` with codes of moves.
fn values(infos: &[Info]) -> Array {
    infos.iter().map(value).collect()
}

fn value(info: &Info) -> JsValue {
    let Info { edge, score, ref pv, depth, nodes, time } = *info;
    let plies = |plies: Option<u16>| plies.map_or(JsValue::NULL, JsValue::from);
    let codes: Vec<u32> = pv.iter().map(|mv| mv.code(edge)).collect();
    object([
        (
            "score",
            object([
                ("expected", score.expected().into()),
                ("win", plies(score.win_in())),
                ("loss", plies(score.loss_in())),
            ]),
        ),
        ("pv", Uint32Array::from(codes.as_slice()).into()),
        ("depth", depth.into()),
        ("nodes", (nodes as f64).into()),
        ("nps", (info.nodes_per_second() as f64).into()),
        ("time", (time.as_secs_f64() * 1000.0).into()),
    ])
}

fn object<const N: usize>(members: [(&str, JsValue); N]) -> JsValue {
    let entries: Array = members.into_iter().map(|(name, value)| Array::of2(&name.into(), &value)).collect();
    Object::from_entries(&entries).map_or(JsValue::UNDEFINED, JsValue::from)
}
