import { createRequire } from "node:module";
import { DomainError } from "#kit/errors.ts";

/** What this project uses of onnxruntime-node, which is not among its dependencies: the operator installs it. */
export interface OnnxRuntime {
  Tensor: new (type: "int64" | "int32", data: BigInt64Array | Int32Array, dims: number[]) => unknown;
  InferenceSession: { create(path: string, options: SessionOptions): Promise<unknown> };
}

export interface SessionOptions {
  executionProviders: string[];
  intraOpNumThreads: number;
  /** 3: errors alone are written to stderr. */
  logSeverityLevel: number;
  extra: Record<string, unknown>;
}

export interface OnnxSession {
  inputNames: string[];
  outputNames: string[];
  inputMetadata?: { name: string; type?: string }[];
  run(feeds: Record<string, unknown>): Promise<Record<string, unknown>>;
}

/**
 * Loads it from the project's node_modules or from a folder in NODE_PATH. Throws `unavailable` with the command that
 * installs it when it is in neither.
 */
export function loadOnnxRuntime(): OnnxRuntime {
  const runtime: unknown = requireRuntime();
  if (isRuntime(runtime)) return runtime;
  throw new DomainError("unavailable", "the onnxruntime-node that is installed is not one that this version can use");
}

function requireRuntime(): unknown {
  try {
    // Not import(): only require looks into NODE_PATH, where it can be without becoming part of the project.
    return createRequire(import.meta.url)("onnxruntime-node");
  } catch (cause) {
    const isMissing = cause instanceof Error && "code" in cause && cause.code === "MODULE_NOT_FOUND";
    throw new DomainError(
      "unavailable",
      isMissing
        ? "an ONNX model needs onnxruntime-node, which is not part of this project: run " +
            "`npm install --no-save onnxruntime-node` here, or install it elsewhere and name its node_modules in NODE_PATH"
        : "onnxruntime-node is installed but cannot be loaded on this machine: see its list of supported systems",
      { cause },
    );
  }
}

function isRuntime(runtime: unknown): runtime is OnnxRuntime {
  const { Tensor, InferenceSession } = Object(runtime);
  return typeof Tensor === "function" && typeof InferenceSession?.create === "function";
}

export function isSession(session: unknown): session is OnnxSession {
  const { inputNames, outputNames, run } = Object(session);
  return Array.isArray(inputNames) && Array.isArray(outputNames) && typeof run === "function";
}
