/**
 * Runs on the last page of a sign-in that a client of the reference has opened: tells the pages that wait for it how it ended, in the
 * reference's words. Who the opener is, is not known: the word of success goes to anyone, since it says nothing else, and what went wrong to the
 * Connect UI's origin alone. The client itself closes the window when its socket has brought the outcome; a window that closes before that would
 * be taken for one that was given up.
 */
export const referenceCallbackScript = `(() => {
    const { origin, close } = document.currentScript.dataset;
    history.replaceState(null, '', '/oauth/callback');
    document.getElementById('close').addEventListener('click', () => window.close());
    const isWell = close === 'true';
    const message = document.title;
    const word = isWell
        ? { type: 'nango_oauth_callback_success' }
        : { type: 'nango_oauth_callback_error', payload: { message, errorType: 'connection_validation_failed' } };
    const heard = ({ data }) => {
        if (data && data.type === 'nango_oauth_callback_ack') window.close();
    };
    const channel = new BroadcastChannel('nango-oauth-callback');
    window.addEventListener('message', heard);
    channel.addEventListener('message', heard);
    channel.postMessage(word);
    if (window.opener) window.opener.postMessage(word, isWell ? '*' : origin);
    if (isWell) setTimeout(() => window.close(), 2000);
})();
`;
