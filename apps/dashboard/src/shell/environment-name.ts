/** As people call it. */
export function environmentName(environment: string): string {
    return environment === 'dev' ? 'Development' : environment === 'prod' ? 'Production' : environment;
}
