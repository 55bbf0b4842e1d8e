/** How the API works: what holds for every operation, said once. In the dialect, as pages of sites are. */
export function overviewText(server: string): string {
  return `All operations are below \`${server}/v1\`. Send an API token with each request; you make one on [your account's page](/account). A token has the rights of the user it belongs to.

\`\`\`bash {% title="First request" %}
export LECTERN_TOKEN=…
curl "${server}/v1/user" -H "Authorization: Bearer $LECTERN_TOKEN"
\`\`\`

Every page here has a form that sends the request. The token that you type is kept in its tab and nowhere else.

## Lists

Lists come in pages of \`limit\` items. While more follow, the answer has \`next.page\`: send it as \`page\` to go on. \`count\` is how many there are in all.

## Changing things safely

A thing that can be changed has an \`ETag\`. Send it back as \`If-Match\` and the change is refused with 412 when somebody else was faster.

With an \`Idempotency-Key\` a request that is repeated within a day is done once and gets the same answer.

## Limits

Reads cost 1 point and writes 5. \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` say what a minute allows, what is left of it and when the next one begins.

## Errors

Every failure has the same body. Branch on \`type\`; \`message\` is for people.

\`\`\`json {% title="An error" %}
{
  "error": {
    "code": 404,
    "type": "not-found",
    "message": "The space was not found, or you have no access to it.",
    "requestId": "Rk3vXw9TqLm2ZpB7sYcd"
  }
}
\`\`\`

| Status | Meaning |
| --- | --- |
| \`400\` | The request can't be understood as it is; \`details\` names the fields. |
| \`401\` | No token, or one that is not valid any more. |
| \`403\` | You may see the thing, but not do this with it. |
| \`404\` | Unknown, or not visible to you: the same answer. |
| \`409\` | The state of the thing does not allow it; \`type\` says what it is about. |
| \`412\` | It has changed since you read it: read it again and repeat the change. |
| \`413\` | Larger than the operation takes. |
| \`429\` | Too many requests; \`Retry-After\` says how many seconds to wait. |
| \`500\` | A fault of ours; the log has it under \`requestId\`. |

## Operations
`;
}
