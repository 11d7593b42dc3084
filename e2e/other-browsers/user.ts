import { expect } from '../worker.ts';
import { type ElementReference, idOf, type Send, WebDriverError } from './webdriver.ts';

const selectors = {
    button: 'button',
    heading: 'h1, h2',
    link: 'a[href]',
    radio: 'input[type=radio]',
    searchbox: 'input[type=search]',
    textbox: 'input:not([type=radio]), textarea'
};

type Role = keyof typeof selectors;

/** A key's code point in WebDriver. */
export const keys = { Tab: '\uE004', Enter: '\uE007', Control: '\uE009', ArrowDown: '\uE015' };

/** What a person does in a browser: in one window, and there in the page or in the widget. */
export class User {
    readonly #send: Send;

    constructor(send: Send) {
        this.#send = send;
    }

    async visit(url: string): Promise<void> {
        await this.#send('Navigate', { url });
    }

    evaluate = (script: string, ...args: unknown[]) => this.#send('ExecuteScript', { script, args });

    /** Goes on in the widget's frame, once it is there. */
    async enterWidget(): Promise<void> {
        await this.leaveWidget();
        const script = `return document.querySelector('[data-patchbay-connect]')?.shadowRoot?.querySelector('iframe') ?? null`;
        await expect(async () => {
            const frame = (await this.evaluate(script)) as ElementReference | null; // what the script returns
            expect(frame).not.toBeNull();
            // Firefox takes the element's own id, the W3C's drivers the reference.
            if (frame) await this.#send('SwitchToFrame', { id: frame, element: idOf(frame) });
        }).toPass(patience);
    }

    async leaveWidget(): Promise<void> {
        await this.#send('SwitchToFrame', { id: null });
    }

    /** Waits for what has this role and this name for the browser. */
    async find(role: Role, name: string | RegExp): Promise<ElementReference> {
        let found: ElementReference | undefined;
        await expect(async () => {
            found = await this.#look(role, name);
            expect(found, `${role} ${String(name)}`).toBeDefined();
        }).toPass(patience);
        return found as ElementReference; // or it had not passed
    }

    /** Again where it still moves or was drawn anew: then the driver has clicked nothing. */
    async click(role: Role, name: string | RegExp): Promise<void> {
        let problem: unknown;
        const tryIt = async () => {
            const element = await this.find(role, name);
            problem = await this.#send('ElementClick', { id: idOf(element) }).then(
                () => undefined,
                (error: unknown) => error
            );
            return problem instanceof WebDriverError ? problem.code : '';
        };
        await expect.poll(tryIt, patience).not.toMatch(/^(?:element not interactable|stale element reference)$/);
        if (problem !== undefined) throw problem;
    }

    /** Puts a text in the place of what the box has. */
    async fill(role: Role, name: string | RegExp, text: string): Promise<void> {
        await this.click(role, name);
        await this.#type([down(keys.Control), down('a'), up('a'), up(keys.Control), ...strokes(text)]);
    }

    async valueOf(role: Role, name: string | RegExp): Promise<string> {
        return String(await this.evaluate('return arguments[0].value', await this.find(role, name)));
    }

    /** Presses one key after the other. */
    type = (text: string) => this.#type(strokes(text));

    async sees(text: string | RegExp): Promise<void> {
        await expect(async () => expect(await this.shownText()).toMatch(text)).toPass(patience);
    }

    shownText = async () => String(await this.evaluate('return document.body.innerText'));

    /** Waits until what has this name has the focus. */
    async hasFocusOn(name: string | RegExp): Promise<void> {
        await expect(async () => expect(await this.focused()).toMatch(name)).toPass(patience);
    }

    /** The name of what has the focus, in the page or the frame. */
    async focused(): Promise<string> {
        // Not by WebDriver's own command: what WebKit's returns in a frame is of no use there.
        const element = (await this.evaluate('return document.activeElement')) as ElementReference; // what the script returns
        return this.#nameOf(element);
    }

    async tabTo(name: string | RegExp): Promise<void> {
        await expect(async () => {
            await this.type(keys.Tab);
            expect(await this.focused()).toMatch(name);
        }).toPass({ ...patience, intervals: [50] });
    }

    windows = async () => (await this.#send('GetWindowHandles')) as string[]; // as the W3C has it

    /** Does what opens a window, and goes on in it. */
    async inWindowFrom(open: () => Promise<void>): Promise<string> {
        const before = await this.windows();
        await open();
        let opened: string | undefined;
        await expect.poll(async () => (opened = (await this.windows()).find((handle) => !before.includes(handle))), patience).toBeDefined();
        await this.switchTo(opened ?? '');
        return before[0] ?? '';
    }

    async switchTo(handle: string): Promise<void> {
        await this.#send('SwitchToWindow', { handle });
    }

    async openTab(): Promise<void> {
        await this.#send('NewWindow', { type: 'tab' });
    }

    /** Does what takes the window or frame away in which it is done. */
    async leavesBy(act: () => Promise<void>): Promise<void> {
        await act().catch((error: unknown) => {
            if (!(error instanceof WebDriverError && ['no such window', 'no such frame'].includes(error.code))) throw error;
        });
    }

    async #type(actions: object[]): Promise<void> {
        await this.#send('PerformActions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
    }

    async #look(role: Role, name: string | RegExp): Promise<ElementReference | undefined> {
        const script = 'return [...document.querySelectorAll(arguments[0])].filter((element) => element.checkVisibility())';
        const elements = (await this.evaluate(script, selectors[role])) as ElementReference[]; // what the script returns
        for (const element of elements) {
            const label = await this.#nameOf(element);
            if (typeof name === 'string' ? label === name : name.test(label)) return element;
        }
        return undefined;
    }

    async #nameOf(element: ElementReference): Promise<string> {
        return String(await this.#send('GetComputedLabel', { id: idOf(element) }));
    }
}

const patience = { timeout: 15_000, intervals: [50, 100, 250] };

const down = (value: string) => ({ type: 'keyDown', value });
const up = (value: string) => ({ type: 'keyUp', value });
const strokes = (text: string) => [...text].flatMap((key) => [down(key), up(key)]);
