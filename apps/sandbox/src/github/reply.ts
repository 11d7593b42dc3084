/** A response with an error, in GitHub's form. */
export class Refusal extends Error {
    readonly status: number;
    constructor(status: number, message: string) {
        super(message);
        this.status = status;
    }

    get body(): object {
        return { message: this.message, documentation_url: 'https://docs.github.com/rest', status: String(this.status) };
    }
}
