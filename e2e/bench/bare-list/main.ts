// A minimal list of apps in React: a title, then rows from the server.
import { createElement, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

interface Row {
    id: string;
    display_name: string;
}

function List() {
    const [rows, setRows] = useState<Row[]>([]);
    useEffect(() => {
        void fetch('/session')
            .then((response) => response.json())
            .then((session: { data: { integrations: Row[] } }) => setRows(session.data.integrations));
    }, []);
    return createElement(
        'main',
        null,
        createElement('h1', null, 'Choose an app to connect'),
        createElement(
            'ul',
            null,
            rows.map(({ id, display_name: name }) =>
                createElement('li', { key: id }, createElement('button', { className: 'row', type: 'button' }, name))
            )
        )
    );
}

const root = document.querySelector('#root');
if (root) createRoot(root).render(createElement(List));
