import {
    AlwaysOffSampler,
    AlwaysOnSampler,
    ParentBasedSampler,
    type Sampler,
    SamplingDecision,
    TraceIdRatioBasedSampler
} from '@opentelemetry/sdk-trace';
import type { TelemetryConfig } from './telemetry-config.ts';

/**
 * The operator's sampler. While environments have collectors of their own, what it leaves out is
 * recorded for them, without the flag by which the operator's collector gets it.
 */
export function samplerOf({ name, ratio }: TelemetryConfig['sampler'], recordsAll: () => boolean): Sampler {
    const root = name.endsWith('ratio')
        ? new TraceIdRatioBasedSampler(ratio)
        : name.endsWith('off')
          ? new AlwaysOffSampler()
          : new AlwaysOnSampler();
    const chosen = name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
    return {
        shouldSample(...about) {
            const result = chosen.shouldSample(...about);
            if (result.decision !== SamplingDecision.NOT_RECORD || !recordsAll()) return result;
            return { ...result, decision: SamplingDecision.RECORD };
        },
        toString: () => chosen.toString()
    };
}
