import { StrictMode, version } from 'react';
import { App } from './App.tsx';

/** All of the page, so that the server and the browser render the same. */
export function Document() {
    return (
        <StrictMode>
            <html lang="en" data-react={version}>
                <head>
                    <meta charSet="utf-8" />
                    <meta name="viewport" content="width=device-width,initial-scale=1" />
                    <title>Acme HR</title>
                    <link rel="icon" href="data:," />
                </head>
                <body>
                    <App />
                </body>
            </html>
        </StrictMode>
    );
}
