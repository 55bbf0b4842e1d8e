/** What somebody begins with, for as long as an organization has next to nothing of its own. */
import { Link } from "wouter";
import { addressOf } from "../../routes.ts";
import { Icon, type LineIconName } from "../../ui/Icon.tsx";
import { firstWords } from "../../words/first.ts";

export interface FirstStepsProps {
  readonly organization: string;
  readonly begin: (what: "space" | "import") => void;
  /** People are invited by administrators. */
  readonly mayInvite: boolean;
}

export default function FirstSteps({ organization, begin, mayInvite }: FirstStepsProps) {
  return (
    <section aria-labelledby="first">
      <div className="part-head">
        <h2 id="first">{firstWords.heading}</h2>
      </div>
      <ul className="first-steps">
        <li>
          <button type="button" className="first-step" onClick={() => begin("space")}>
            <Step icon="edit" {...firstWords.write} />
          </button>
        </li>
        <li>
          <button type="button" className="first-step" onClick={() => begin("import")}>
            <Step icon="folder" {...firstWords.bring} />
          </button>
        </li>
        <li>
          <Link className="first-step" href={addressOf("sites", { organization })}>
            <Step icon="globe" {...firstWords.publish} />
          </Link>
        </li>
        {mayInvite ? (
          <li>
            <Link className="first-step" href={addressOf("invites", { organization })}>
              <Step icon="people" {...firstWords.invite} />
            </Link>
          </li>
        ) : null}
      </ul>
    </section>
  );
}

interface StepProps {
  readonly icon: LineIconName;
  readonly title: string;
  readonly text: string;
}

function Step({ icon, title, text }: StepProps) {
  return (
    <>
      <Icon name={icon} />
      <span>
        <strong>{title}</strong>
        <span className="muted">{text}</span>
      </span>
    </>
  );
}
