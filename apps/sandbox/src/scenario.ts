import { readFile } from 'node:fs/promises';
import { checkFields, isText, InvalidInput } from './check-fields.ts';

/** One call of the control plane: `POST /_ctl/<verb>` with this body. */
interface Step {
    verb: string;
    body: unknown;
}

const STEP_FIELDS = { '*verb': isText, body: () => true };

/**
 * Brings the sandbox into the state that a file describes: `{"description"?, "steps": [{"verb",
 * "body"?}]}`, where each step is a call of the control plane.
 * @param call a call of the control plane
 * @throws {InvalidInput} naming the file and the step
 */
export async function runScenario(file: string, call: (verb: string, body: unknown) => unknown): Promise<void> {
    for (const [index, { verb, body }] of (await readSteps(file)).entries()) {
        try {
            await call(verb, body);
        } catch (error) {
            throw new InvalidInput(`${file}, steps[${index}] (${verb}): ${error instanceof Error ? error.message : String(error)}`);
        }
    }
}

async function readSteps(file: string): Promise<Step[]> {
    const scenario = parseFile(file, await readScenarioFile(file));
    checkFields(file, scenario, { '*steps': Array.isArray, description: isText });
    const steps: unknown[] = Array.isArray(scenario['steps']) ? scenario['steps'] : [];
    return steps.map((step, index) => {
        checkFields(`${file}, steps[${index}]`, step, STEP_FIELDS);
        return { verb: String(step['verb']), body: step['body'] };
    });
}

async function readScenarioFile(file: string): Promise<string> {
    try {
        return await readFile(file, 'utf8');
    } catch {
        throw new InvalidInput(`${file} can’t be read.`);
    }
}

function parseFile(file: string, text: string): unknown {
    try {
        return JSON.parse(text);
    } catch (error) {
        throw new InvalidInput(`${file} is not JSON: ${error instanceof Error ? error.message : ''}`);
    }
}
