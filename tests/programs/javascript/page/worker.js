import "volo-rules/engine/worker";
