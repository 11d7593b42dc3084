const parameter = 'connect_attempt';

/**
 * The page to return to after a sign-in in the same tab, with the attempt's id. Query and fragment
 * stay byte for byte, except the id of an earlier sign-in.
 */
export function returnAddress(returnTo: string, attemptId: string): string {
    const address = new URL(returnTo);
    const kept = address.search
        .slice(1)
        .split('&')
        .filter((part) => part !== '' && part.split('=')[0] !== parameter);
    address.search = [...kept, `${parameter}=${attemptId}`].join('&');
    return address.href;
}
