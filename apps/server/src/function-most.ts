import { functionGroups, functionLimitBounds, functionLimitNames, type FunctionLimits, usualMostOfFunctions } from '@patchbay/contracts';
import { parsePairs } from './kernel/telemetry/telemetry-config.ts';

/** @returns the most that environments may set; or what is wrong with `text` */
export function parseFunctionMost(text: string): FunctionLimits | string {
    const pairs = parsePairs(text);
    if (!pairs) return 'give name=value pairs, separated by commas, such as actions.time_s=300';
    const most = structuredClone(usualMostOfFunctions);
    for (const [key, value] of Object.entries(pairs)) {
        const [group, name] = [
            functionGroups.find((one) => key.startsWith(`${one}.`)),
            functionLimitNames.find((one) => key.endsWith(`.${one}`))
        ];
        if (!group || !name || key !== `${group}.${name}`)
            return `${key} is none of ${functionGroups.flatMap((one) => functionLimitNames.map((each) => `${one}.${each}`)).join(', ')}`;
        const { least, most: bound } = functionLimitBounds[group][name];
        const number = Number(value);
        if (!Number.isInteger(number) || number < least || number > bound) return `give ${key} a number from ${least} to ${bound}`;
        most[group][name] = number;
    }
    return most;
}
