/**
 * Forms that a passkey fills in: the browser makes one or signs with one, and what it says goes with the form. Bytes are
 * base64url in the options and in what is sent, as the server has them.
 */
const PROBLEMS: Readonly<Record<string, string>> = {
  InvalidStateError: "This device has a passkey for your account already.",
  NotAllowedError: "The browser was not given a passkey: it was cancelled, or took too long. Try again.",
  SecurityError: "The browser takes no passkeys at this address.",
};

const bytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

const base64url = (buffer: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");

interface KeyName {
  readonly id: string;
}

const named = (list: readonly KeyName[] | undefined) =>
  list?.map((each) => ({ ...each, type: "public-key" as const, id: bytes(each.id) }));

async function make(options: Record<string, unknown>): Promise<object> {
  const user = options["user"] as KeyName & Record<string, unknown>;
  const made = (await navigator.credentials.create({
    publicKey: {
      ...options,
      challenge: bytes(options["challenge"] as string),
      user: { ...user, id: bytes(user.id) },
      excludeCredentials: named(options["excludeCredentials"] as KeyName[] | undefined),
    } as unknown as PublicKeyCredentialCreationOptions,
  })) as PublicKeyCredential;
  const response = made.response as AuthenticatorAttestationResponse;
  return {
    ...parts(made),
    response: {
      clientDataJSON: base64url(response.clientDataJSON),
      attestationObject: base64url(response.attestationObject),
      transports: response.getTransports(),
    },
  };
}

async function sign(options: Record<string, unknown>): Promise<object> {
  const signed = (await navigator.credentials.get({
    publicKey: {
      ...options,
      challenge: bytes(options["challenge"] as string),
      allowCredentials: named(options["allowCredentials"] as KeyName[] | undefined),
    } as unknown as PublicKeyCredentialRequestOptions,
  })) as PublicKeyCredential;
  const response = signed.response as AuthenticatorAssertionResponse;
  return {
    ...parts(signed),
    response: {
      clientDataJSON: base64url(response.clientDataJSON),
      authenticatorData: base64url(response.authenticatorData),
      signature: base64url(response.signature),
    },
  };
}

function parts(credential: PublicKeyCredential) {
  const { id, rawId, type } = credential;
  return { id, rawId: base64url(rawId), type, clientExtensionResults: {} };
}

async function fill(form: HTMLFormElement, field: HTMLInputElement): Promise<void> {
  const problem = form.querySelector<HTMLElement>("[data-problem]");
  if (problem !== null) problem.hidden = true;
  try {
    const options = JSON.parse(form.dataset["options"] ?? "{}") as Record<string, unknown>;
    const said = form.dataset["passkey"] === "create" ? await make(options) : await sign(options);
    field.value = JSON.stringify(said);
    form.submit();
  } catch (error) {
    if (problem === null) return;
    problem.textContent =
      PROBLEMS[(error as Error).name] ?? "The browser could not use a passkey here. Use another way.";
    problem.hidden = false;
  }
}

for (const form of document.querySelectorAll<HTMLFormElement>("form[data-passkey]")) {
  const field = form.querySelector<HTMLInputElement>("input[name=credential]");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (field !== null) void fill(form, field);
  });
}
