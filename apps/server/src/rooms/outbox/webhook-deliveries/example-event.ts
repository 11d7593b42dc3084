import { type EventName, eventExamples } from '@patchbay/contracts';

/** The example in the contracts of an event that an endpoint can ask for. */
export function exampleOf(name: EventName): Record<string, unknown> {
    const example = eventExamples.find((one) => one['type'] === name || `${String(one['type'])}.${String(one['operation'])}` === name);
    return example ?? {};
}
