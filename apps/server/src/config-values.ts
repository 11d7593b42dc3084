import { functionGroups, functionLimitBounds, functionLimitNames, type FunctionLimits, usualMostOfFunctions } from '@patchbay/contracts';
import { z } from 'zod';
import { parseTrustedProxies, trustedProxiesHint } from './kernel/http/client-address.ts';
import { parsePairs } from './kernel/telemetry/telemetry-config.ts';

/** Values of variables that are made of several. */

export const trustedProxies = z.string().transform((text, context) => {
    const parsed = parseTrustedProxies(text);
    if (parsed) return parsed;
    context.addIssue({ code: 'custom', message: trustedProxiesHint });
    return z.NEVER;
});

export const pairs = z.string().transform((text, context) => {
    const parsed = parsePairs(text);
    if (parsed) return parsed;
    context.addIssue({ code: 'custom', message: 'give name=value pairs, separated by commas' });
    return z.NEVER;
});

/** As a variable of the environment has it. */
export const functionMost = z.string().transform((text, context) => {
    const parsed = parseFunctionMost(text);
    if (typeof parsed !== 'string') return parsed;
    context.addIssue({ code: 'custom', message: parsed });
    return z.NEVER;
});

/** @returns the most that environments may set; or what is wrong with `text` */
function parseFunctionMost(text: string): FunctionLimits | string {
    const given = parsePairs(text);
    if (!given) return 'give name=value pairs, separated by commas, such as actions.time_s=300';
    const most = structuredClone(usualMostOfFunctions);
    for (const [key, value] of Object.entries(given)) {
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
