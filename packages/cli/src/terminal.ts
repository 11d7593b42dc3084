import { styleText } from 'node:util';

type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow' | 'cyan';

/** Where a command's words go. With `--json` standard output is for programs alone. */
export class Terminal {
    readonly json: boolean;
    readonly #mayAsk: boolean;

    constructor({ json, mayAsk = true }: { json: boolean; mayAsk?: boolean }) {
        this.json = json;
        this.#mayAsk = mayAsk;
    }

    /** Whether a person can answer a question. */
    get isInteractive(): boolean {
        return this.#mayAsk && !this.json && process.stdin.isTTY && process.stdout.isTTY;
    }

    say(text = ''): void {
        (this.json ? process.stderr : process.stdout).write(`${text}\n`);
    }

    warn(text: string): void {
        process.stderr.write(`${text}\n`);
    }

    /** Plain where the output is no terminal, and with NO_COLOR. */
    style(style: Style, text: string): string {
        return styleText(style, text, { stream: this.json ? process.stderr : process.stdout });
    }
}
