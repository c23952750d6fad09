/** As much of a browser as a sign-in needs: cookies, one request at a time, no redirect followed by itself. */
export function createBrowser(origin: string) {
  const cookies = new Map<string, { value: string; path: string }>();
  const visit = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(address, origin);
    const cookie = [...cookies]
      .filter(([, { path }]) => url.pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join("; ");
    const response = await fetch(url, {
      redirect: "manual",
      ...init,
      headers: { ...(cookie && { cookie }), ...init.headers },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const path = /; path=([^;]+)/i.exec(line)?.[1] ?? "/";
      if (value === "") cookies.delete(name);
      else cookies.set(name, { value, path });
    }
    return response;
  };
  return {
    cookies,
    visit,
    /** Sends a form as its own page does. */
    submit: (address: string, fields: Record<string, string>, headers: Record<string, string> = { origin }) =>
      visit(address, { method: "POST", body: new URLSearchParams(fields), headers }),
  };
}
