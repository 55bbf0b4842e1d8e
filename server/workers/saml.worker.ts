/** Verifies answers of identity providers in a thread: anybody may send one, and a signature is checked last. */
import { type AnswerPosted, judgeAnswer } from "../access/saml/verify.ts";
import { answer } from "./answer.ts";

answer((posted: AnswerPosted) => judgeAnswer(posted));
