// The same game in each framework, which the address names.

import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { mount } from "svelte";
import { createApp } from "vue";
import Svelte from "./game.svelte";
import Vue from "./game.vue";
import { Game } from "./react.tsx";

const root = document.querySelector("#root");
const framework = location.search.slice(1);
if (framework === "react") createRoot(root).render(createElement(Game));
else if (framework === "vue") createApp(Vue).mount(root);
else mount(Svelte, { target: root });
