/** @see https://webidl.spec.whatwg.org/#idl-DOMException */
export class DOMException extends Error {
    override readonly name: string;

    constructor(message = '', name = 'Error') {
        super(message);
        this.name = name;
    }
}
