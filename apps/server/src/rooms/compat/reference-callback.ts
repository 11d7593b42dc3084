/**
 * Runs on the last page of a reference client's sign-in and tells the opener how it ended. The
 * opener is unknown, so success goes to any origin and an error to the Connect UI's alone. The
 * client closes the window; one that closes before the socket's outcome counts as cancelled.
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
