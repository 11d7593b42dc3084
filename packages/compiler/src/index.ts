export { compileApart, type CompileLimits, compileLimits } from './compile-apart.ts';
export { CompileError, type CompileProblem } from './compile-error.ts';
export { compileFunction, type Compiled, type FunctionSource } from './compile-function.ts';
export { type CompiledFunction, compileProject, type CompiledProject } from './compile-project.ts';
export { findFunctions, type FoundFunction, type FunctionType } from './find-functions.ts';
export { typecheckProject, type TypecheckResult } from './typecheck.ts';
