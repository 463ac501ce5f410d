// The LLVM passes between our own, stage by stage.
#pragma once

namespace weft::codegen::cpu {

/// The user's code as one function.
inline constexpr const char *inline_pipeline =
    "always-inline,globaldce,function(expect-others-writes,sroa,early-cse,simplifycfg,instcombine<no-verify-fixpoint>)";

/// Dimension loops unrolled, so that id builtins have constant operands.
inline constexpr const char *loop_pipeline =
    "function(loop-simplify,lcssa,loop(loop-rotate,indvars,loop-unroll-full),simplifycfg,"
    "instcombine<no-verify-fixpoint>)";

/// All of these for debuggers: nothing but what later stages ask for.
inline constexpr const char *unoptimised_pipeline = "always-inline,globaldce";

/// Scalar optimisation of the work-item function, with launch bounds, baked constants and math bodies in place.
inline constexpr const char *scalar_pipeline =
    "always-inline,globaldce,function(expect-others-writes,sroa,early-cse<memssa>,simplifycfg<no-hoist-loads-stores-"
    "with-cond-faulting>,"
    "instcombine<no-verify-fixpoint>,loop-simplify,lcssa,loop-mssa(loop-rotate,licm),loop(indvars,loop-unroll-full),"
    "sroa,early-cse<memssa>,instcombine<no-verify-fixpoint>,loop-mssa(licm),"
    "simplifycfg<no-hoist-loads-stores-with-cond-faulting>)";

/// <4 x T> of the source becomes scalars: lanes are work-items.
inline constexpr const char *scalarize_pipeline =
    "function(scalarizer<load-store>,early-cse,instcombine<no-verify-fixpoint>)";

/// Everything is inlined into the driver and cleaned up; no second unrolling, since code size is compile time.
inline constexpr const char *final_pipeline = "always-inline,globaldce,function(expect-others-writes,sroa,early-cse<"
                                              "memssa>,instcombine<no-verify-fixpoint>,simplifycfg,loop-simplify,"
                                              "lcssa,loop-mssa(loop-rotate,licm),early-cse<memssa>,simplifycfg)";

/// After the final one for code of a single work-item, whose loops are all there is to run side by side. Not
/// slp-vectorizer: LLVM 22 selects wrong instructions for AVX2 where lanes that nobody reads are shifted too far.
inline constexpr const char *task_pipeline =
    "function(loop-simplify,lcssa,loop-vectorize,instcombine<no-verify-fixpoint>,"
    "loop-mssa(licm),early-cse<memssa>,simplifycfg)";

} // namespace weft::codegen::cpu
