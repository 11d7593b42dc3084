import { findFunctions, type FoundFunction } from '@patchbay/compiler';
import { CliError } from './errors.ts';

/**
 * The function of a project that a command line names.
 * @throws {CliError} where there is none, or more than one
 */
export function findFunction(folder: string, name: string, integrationId: string | undefined): FoundFunction {
    const all = findFunctions(folder).functions;
    const [found, ...others] = all.filter(
        (each) => each.name === name && (integrationId === undefined || each.integrationId === integrationId)
    );
    if (found && others.length > 0)
        throw new CliError(
            'ambiguous_function',
            `Several integrations have a function ${name}: ${[found, ...others].map((each) => each.integrationId).join(', ')}. Say which with --integration-id.`
        );
    if (found) return found;
    const names = all.map((each) => each.name).join(', ');
    throw new CliError(
        'function_not_found',
        `The project has no function ${name}. ${names === '' ? 'It has none at all.' : `It has ${names}.`}`
    );
}
