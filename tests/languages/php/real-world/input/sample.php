<!DOCTYPE html>
<title><?= $title ?></title>
<?php

declare(strict_types=1);

namespace App\Http\Controllers;

use App\Models\Post;
use App\Services\Feed\Reader;
use Illuminate\Http\JsonResponse;
use Illuminate\Http\Request;

final class PostController extends Controller
{
    use AuthorizesRequests;

    private const PER_PAGE = 20;

    public function __construct(private readonly Reader $reader, private ?Cache $cache = null)
    {
        parent::__construct();
        $this->middleware('auth');
    }

    /**
     * Shows the newest posts.
     */
    public function index(Request $request): JsonResponse
    {
        $posts = Post::query()->where('user_id', $request->user()->id)->paginate(self::PER_PAGE);

        foreach ($posts as $index => $post) {
            $this->reader->refresh($post);
        }

        return response()->json(array_map(fn (Post $post): array => $post->toArray(), $posts->items()));
    }

    public function store(Request $request): JsonResponse
    {
        try {
            $post = new Post($request->validated());
            $post->publish();
        } catch (\DomainException $exception) {
            report($exception);
            abort(422, "Cannot publish {$post->title} now");
        }

        $this->cache?->forget(static::class);
        $callback = function () use ($post) {
            return $post->refresh();
        };

        return $this->respond($callback(), match (true) {
            $post->isDraft() => Status::Draft,
            default => Status::Published,
        });
    }
}

enum Status: string
{
    case Draft = 'draft';
    case Published = 'published';
}
