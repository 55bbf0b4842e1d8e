/** Where a page is written: in the space itself, or in a change request, which the first write makes. */
import {
  createChangeRequest,
  getFileById,
  getFileInChangeRequestById,
  getPageById,
  getPageInChangeRequestById,
  type InsertPage,
  type Page,
  updateChangeRequestById,
  updateChangeRequestContent,
  type UpdatePage,
  updateSpaceContent,
} from "../../../sdk/src/index.ts";
import { client, savingClient } from "../../api/client.ts";
import { words } from "../../words.ts";
import type { WriteAnswer } from "./savingPorts.ts";

export interface WritingPlaceStart {
  /** The id of the space. */
  readonly space: string;
  /** The number of the change request that is written in. */
  readonly number?: string | undefined;
  /** Names the change request that the first write makes; null writes in the space. */
  readonly proposal: string | null;
  /** What the page is called: the change request is named after it. */
  readonly title: () => string;
}

export class WritingPlace {
  readonly #space: string;
  #number: string | undefined;
  #proposal: string | null;
  readonly #title: () => string;
  readonly #addresses = new Map<string, Promise<string>>();
  #making: Promise<string> | undefined;
  /** Called when the change request was made. @param number it */
  onMade: (number: string) => void = () => undefined;

  /** Goes to the screen that takes whole folders, with one. What is written here is saved on the way, as always. */
  importFolder(folder: FileSystemEntry): void {
    void import("../import/handed.ts").then(({ handOver }) => handOver(this.#space, folder));
  }

  constructor({ space, number, proposal, title }: WritingPlaceStart) {
    this.#space = space;
    this.#number = number;
    this.#proposal = proposal;
    this.#title = title;
  }

  get number(): string | undefined {
    return this.#number;
  }

  get proposal(): string | null {
    return this.#proposal;
  }

  /** From now on the next write makes a change request. @param key names it */
  propose(key: string): void {
    this.#number = undefined;
    this.#proposal = key;
    this.#making = undefined;
  }

  read(page: string): Promise<Page> {
    return this.#number === undefined
      ? getPageById(savingClient, this.#space, page, { metadata: false })
      : getPageInChangeRequestById(savingClient, this.#space, this.#number, page, { metadata: false });
  }

  async write(
    change: UpdatePage | InsertPage,
    idempotencyKey: string,
  ): Promise<WriteAnswer & { readonly page?: string }> {
    const number = await this.#settled();
    const body = { changes: [change] };
    const answer =
      number === undefined
        ? await updateSpaceContent(savingClient, this.#space, body, { idempotencyKey })
        : await updateChangeRequestContent(
            savingClient,
            this.#space,
            number,
            body,
            { compat: false },
            { idempotencyKey },
          );
    return ("changes" in answer ? answer.changes[0] : undefined) ?? {};
  }

  /** Puts a file where the page is. Gives its destination. @param progress is told the part that is sent, from 0 to 1 */
  async take(file: File, progress: (part: number) => void): Promise<string> {
    // Loaded with the first file: most pages get none while they are written.
    const { addFile, refuseLarge } = await import("../../api/files.ts");
    refuseLarge(file);
    const number = await this.#settled();
    const place = { space: this.#space, number };
    const { id, downloadURL } = await addFile(place, file, { told: progress });
    this.#addresses.set(id, Promise.resolve(downloadURL));
    return `/files/${id}`;
  }

  /** Where a file of the space can be looked at; undefined for what is none. */
  async show(destination: string): Promise<string | undefined> {
    const id = /^\/files\/([\w-]+)$/.exec(destination)?.[1];
    if (id === undefined) return undefined;
    const known = this.#addresses.get(id) ?? this.#addressOf(id);
    this.#addresses.set(id, known);
    return known;
  }

  async #addressOf(id: string): Promise<string> {
    const { downloadURL } =
      this.#number === undefined
        ? await getFileById(client, this.#space, id)
        : await getFileInChangeRequestById(client, this.#space, this.#number, id);
    return downloadURL;
  }

  /** The number of the change request, made if it has to be. */
  async #settled(): Promise<string | undefined> {
    if (this.#number !== undefined || this.#proposal === null) return this.#number;
    this.#making ??= this.#make(this.#proposal);
    this.#making.catch(() => (this.#making = undefined));
    this.#number = await this.#making;
    return this.#number;
  }

  async #make(idempotencyKey: string): Promise<string> {
    const made = await createChangeRequest(savingClient, this.#space, { subject: "" }, { idempotencyKey });
    this.#proposal = null;
    const number = String(made.number);
    this.onMade(number);
    // By a call of its own: what is made again under the same key has to say the same, and titles change.
    const subject = words.subjectOf(this.#title());
    const named = updateChangeRequestById(
      savingClient,
      this.#space,
      number,
      { subject },
      { ifUnchanged: made },
    );
    // Somebody may have named it meanwhile; without a subject of ours it is a change request as well.
    await named.catch(() => undefined);
    return number;
  }
}
