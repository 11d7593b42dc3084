/**
 * Runs in a window opened before the launch address is known: claims it with the key in the
 * fragment, which is never sent, and navigates. Needs no opener (COOP may cut it off).
 */
export const openingScript = `(() => {
    const key = location.hash.slice(1);
    history.replaceState(null, '', location.pathname + location.search);
    const started = Date.now();
    let isOver = false;
    let isAsking = false;
    let timer;
    const look = async () => {
        if (isOver || isAsking || key === '') return;
        clearTimeout(timer);
        isAsking = true;
        const answer = await fetch('/connect/windows/claim', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ window_key: key })
        }).then((response) => response.json(), () => undefined).catch(() => undefined);
        isAsking = false;
        const address = answer?.data?.launch_url;
        if (address) {
            isOver = true;
            location.replace(address);
        } else if (!isOver) timer = setTimeout(look, Date.now() - started < 5000 ? 300 : 1000);
    };
    addEventListener('message', ({ source, origin, data }) => {
        if (source === opener && origin === location.origin && data?.t === 'go') look();
    });
    setTimeout(() => {
        if (isOver) return;
        isOver = true;
        document.getElementById('waiting').hidden = true;
        document.getElementById('late').hidden = false;
    }, 60000);
    look();
})();
`;
