/** Ids that are made here. */
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** A caller may choose any; one with a digit is no word that is searched for. */
const callerId = /^(?=.*\d)[\w.:-]{6,100}$/;
/** As end users quote it, with or without `C-`. */
const signInRef = /^(?:c-[\da-z]{5}|(?=.*\d)[\da-z]{5})$/i;

/** What a text may be the id of; each is looked up by an index. */
export interface LookedUp {
    /** Of an entry of the log, a run or an issue. */
    id?: string;
    /** Of a call of the API. */
    requestId?: string;
    /** Of a sign-in. */
    ref?: string;
}

export function lookedUpIn(text: string): LookedUp {
    if (uuid.test(text)) return { id: text.toLowerCase(), requestId: text.toLowerCase() };
    return {
        ...(callerId.test(text) && { requestId: text }),
        ...(signInRef.test(text) && { ref: text })
    };
}
