/** A description with one of everything. */
export const KITCHEN_SINK = {
  openapi: "3.1.0",
  info: { title: "Kitchen", version: "1.0.0", description: "Everything at once." },
  servers: [
    {
      url: "https://{region}.kitchen.example/v1",
      variables: { region: { default: "eu", enum: ["eu", "us"], description: "Where it cooks." } },
    },
  ],
  security: [{ token: [] }, { key: [], app: [] }],
  tags: [
    {
      name: "Dishes",
      description: 'What is **cooked**.\n\n{% hint style="info" %}\nHot.\n{% endhint %}',
      "x-page-icon": "bolt",
    },
    { name: "Group", "x-page-title": "All of it", "x-page-description": "The upper one." },
    { name: "Inside", parent: "Group" },
    { name: "Secret", "x-internal": true },
  ],
  paths: {
    "/dishes/{dishId}": {
      parameters: [
        { name: "dishId", in: "path", required: true, schema: { type: "string", format: "uuid" } },
      ],
      get: {
        operationId: "getDish",
        tags: ["Dishes"],
        summary: "Get a dish",
        description: "Reads *one* dish.\n\n# Not a heading\n\n<script>window.__pwn = 1</script>",
        parameters: [
          {
            name: "flavour",
            in: "query",
            schema: {
              type: "string",
              enum: ["sweet", "sour"],
              "x-enumDescriptions": { sweet: "Like honey.", sour: "Like lemons." },
            },
          },
          { name: "X-Trace", in: "header", description: "Goes to the log.", schema: { type: "string" } },
        ],
        responses: {
          200: {
            description: "The dish",
            headers: { ETag: { description: "Its version.", schema: { type: "string" } } },
            content: { "application/json": { schema: { $ref: "#/components/schemas/Dish" } } },
          },
          404: {
            description: "No such dish",
            content: { "application/json": { example: { message: "gone" } } },
          },
        },
      },
      put: {
        operationId: "putDish",
        tags: ["Dishes"],
        summary: "Replace a dish",
        deprecated: true,
        "x-deprecated-sunset": "2027-01-31",
        "x-stability": "beta",
        "x-codeSamples": [{ lang: "go", label: "Go", source: "kitchen.Put(dish)" }],
        security: [{ token: [] }],
        requestBody: {
          required: true,
          content: { "application/json": { schema: { $ref: "#/components/schemas/Dish" } } },
        },
        responses: { 204: { description: "Done" } },
      },
    },
    "/photos": {
      post: {
        operationId: "addPhoto",
        tags: ["Inside"],
        summary: "Upload a photo",
        security: [],
        requestBody: {
          content: {
            "multipart/form-data": {
              schema: {
                type: "object",
                properties: { photo: { type: "string", format: "binary" }, title: { type: "string" } },
              },
            },
          },
        },
        responses: { 201: { description: "Kept" } },
      },
    },
    "/hidden": { get: { "x-internal": true, responses: {} } },
    "/plain": { get: { "x-enable-proxy": false, responses: { default: { description: "Anything" } } } },
  },
  webhooks: {
    cooked: {
      post: {
        tags: ["Dishes"],
        summary: "A dish is ready",
        requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Dish" } } } },
        responses: { 200: { description: "Thanks" } },
      },
    },
  },
  components: {
    securitySchemes: {
      token: { type: "http", scheme: "bearer", description: "From your *account*." },
      key: { type: "apiKey", in: "header", name: "X-Key", "x-gitbook-token-placeholder": "key_123" },
      app: {
        type: "oauth2",
        flows: { authorizationCode: { authorizationUrl: "https://kitchen.example/auth", scopes: {} } },
      },
    },
    schemas: {
      Dish: {
        type: "object",
        required: ["name", "kind"],
        description: "Something to eat.",
        properties: {
          id: { type: "string", readOnly: true },
          name: { type: "string", minLength: 1, maxLength: 80, example: "Soup" },
          kind: { $ref: "#/components/schemas/Kind" },
          sides: { type: "array", items: { $ref: "#/components/schemas/Dish" } },
          notes: { type: "object", additionalProperties: { $ref: "#/components/schemas/Note" } },
          secret: { type: "string", writeOnly: true },
          old: { type: "string", deprecated: true },
        },
      },
      Kind: {
        oneOf: [{ $ref: "#/components/schemas/Hot" }, { $ref: "#/components/schemas/Cold" }],
        discriminator: {
          propertyName: "type",
          mapping: { hot: "#/components/schemas/Hot", cold: "#/components/schemas/Cold" },
        },
      },
      Hot: {
        type: "object",
        properties: { type: { const: "hot" }, degrees: { type: "number", maximum: 300 } },
      },
      Cold: {
        allOf: [
          { type: "object", properties: { type: { const: "cold" } } },
          { properties: { ice: { type: "boolean", default: false } } },
        ],
      },
      Note: {
        type: "object",
        properties: { text: { type: "string" }, about: { $ref: "#/components/schemas/Note" } },
      },
    },
  },
} as const;
