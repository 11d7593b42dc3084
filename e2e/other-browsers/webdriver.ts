import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** WebDriver's commands by their names at Mozilla, with their HTTP routes by the W3C. */
const routes = {
    NewSession: 'POST ',
    Navigate: 'POST /url',
    NewWindow: 'POST /window/new',
    GetWindowHandles: 'GET /window/handles',
    SwitchToWindow: 'POST /window',
    SwitchToFrame: 'POST /frame',
    ExecuteScript: 'POST /execute/sync',
    GetComputedLabel: 'GET /element/:id/computedlabel',
    ElementClick: 'POST /element/:id/click',
    PerformActions: 'POST /actions'
} as const;

type Command = keyof typeof routes;
type Parameters = Record<string, unknown>;

/** Sends a command, and answers what the browser returned. */
export type Send = (command: Command, parameters?: Parameters) => Promise<unknown>;

/** The key that marks a reference to an element. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

export type ElementReference = Record<typeof elementKey, string>;

export const idOf = (element: ElementReference): string => element[elementKey];

export class WebDriverError extends Error {
    readonly code: string;

    constructor(command: string, code: string, message: string) {
        super(`${command}: ${code}: ${message}`);
        this.code = code;
    }
}

/** To a driver by HTTP. */
export async function overHttp(driverUrl: string): Promise<Send> {
    let session = `${driverUrl}/session`;
    const send: Send = async (command, { id, ...rest } = {}) => {
        const [method = '', path = ''] = routes[command].split(' ');
        const isOfElement = path.includes(':id');
        const address = session + path.replace(':id', String(id));
        const parameters = isOfElement || id === undefined ? rest : { id, ...rest };
        const response = await fetch(address, method === 'GET' ? {} : { method, body: JSON.stringify(parameters) });
        const { value } = (await response.json()) as { value: { error: string; message: string } }; // as the W3C has it
        if (!response.ok) throw new WebDriverError(command, value.error, value.message);
        return value;
    };
    const { sessionId } = (await send('NewSession', { capabilities: {} })) as { sessionId: string }; // as above
    session += `/${sessionId}`;
    return send;
}

/** To Firefox itself, which speaks the same commands over TCP. */
export async function overMarionette(port: number): Promise<Send> {
    const socket = connect(port, '127.0.0.1');
    const waiting = new Map<number, (answer: Answer) => void>();
    readMessages(socket, (message) => {
        if (isAnswer(message)) waiting.get(message[1])?.(message);
    });
    const ended = once(socket, 'close').then(() => Promise.reject(new Error('Firefox has ended.')));
    ended.catch(() => undefined);
    let lastId = 0;
    const send: Send = async (command, parameters = {}) => {
        const id = ++lastId;
        const answer = new Promise<Answer>((resolve) => waiting.set(id, resolve));
        const message = JSON.stringify([0, id, `WebDriver:${command}`, parameters]);
        socket.write(`${Buffer.byteLength(message)}:${message}`);
        const [, , error, result] = await Promise.race([answer, ended]);
        if (error) throw new WebDriverError(command, error.error, error.message);
        return typeof result === 'object' && result !== null && 'value' in result ? result.value : result;
    };
    await send('NewSession');
    return send;
}

type Answer = [type: 1, id: number, error: { error: string; message: string } | null, result: unknown];

const isAnswer = (message: unknown): message is Answer => Array.isArray(message) && message[0] === 1;

/** Reads messages that each begin with their length in bytes and a colon. */
function readMessages(socket: Socket, onMessage: (message: unknown) => void): void {
    let unread = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
        unread = Buffer.concat([unread, chunk]);
        for (;;) {
            const start = unread.indexOf(':') + 1;
            const end = start + Number(unread.subarray(0, start - 1));
            if (start === 0 || unread.length < end) return;
            onMessage(JSON.parse(unread.toString('utf8', start, end)));
            unread = unread.subarray(end);
        }
    });
}
